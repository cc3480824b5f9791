import type { WebhookEvent } from '@tidings/client'

/** What the shop does with an event. Replace it with your own: here it prints a line about the order. */
export async function handleEvent(event: WebhookEvent): Promise<void> {
  const line = describeEvent(event)
  if (line !== null) console.log(line)
}

function describeEvent(event: WebhookEvent): string | null {
  switch (event.type) {
    case 'message.delivered':
      return `${event.data.reference}: the email was delivered`
    case 'message.opened':
      return `${event.data.reference}: the customer read the message`
    case 'message.bounced':
      return `${event.data.reference}: the email bounced (${event.data.bounce_type})`
    case 'message.failed':
    case 'message.not_sent':
      return `${event.data.reference}: the email was not delivered (${event.data.reason})`
    case 'sms.delivered':
    case 'whatsapp.delivered':
      return `${event.data.reference}: delivered to the phone for ${event.data.credits} credits`
    case 'sms.failed':
    case 'sms.rejected':
    case 'whatsapp.failed':
    case 'whatsapp.rejected':
      return `${event.data.reference}: not delivered to the phone (${event.data.error_code})`
    case 'whatsapp.inbound_message':
      return `${event.data.reference ?? 'no order'}: the customer replied`
    default:
      // Types that this shop does not use, and types that are added later.
      return null
  }
}
