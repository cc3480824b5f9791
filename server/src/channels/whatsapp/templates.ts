import { type OrderStatus, orderStatuses } from '../../order-status.ts'
import { lineText } from '../../safe-text.ts'
import { isDisplayableName } from '../display.decide.ts'
import { displayableOrder } from '../order.ts'
import type { NudgeContent } from '../submission.ts'

/** One template message: the template, the values of its placeholders and the last part of the button's link. */
export type TemplateMessage = { name: string; language: string; parameters: string[]; buttonSuffix: string }
type TemplateFacts = Omit<NudgeContent, 'brand'> & { inboxLink: string }

/** Returns null if the status has no template or something must not be displayed (2.1). */
export function templateMessage(facts: TemplateFacts): TemplateMessage | null {
  const { reference, status } = displayableOrder(facts.reference, facts.orderStatus)
  // The platform rejects a message if a parameter contains a line break, a tab or more than four consecutive spaces.
  const businessName = lineText(facts.businessName)
  if (reference === null || status === null || businessName === '' || !isDisplayableName(businessName)) return null
  return {
    name: templateName(status.name),
    language,
    parameters: [businessName, reference],
    buttonSuffix: facts.inboxLink.slice(facts.inboxLink.lastIndexOf('/') + 1),
  }
}

export type TemplateDefinition = ReturnType<typeof templateDefinitions>[number]['definition']

/** The templates to register with the platform, each by its own POST to `message_templates` of the account. */
export const templateDefinitions = (publicUrl: string) =>
  orderStatuses.map((orderStatus) => ({ orderStatus, definition: templateDefinition(orderStatus, publicUrl) }))

const templateDefinition = (status: OrderStatus, publicUrl: string) => ({
  name: templateName(status),
  language,
  category: 'UTILITY',
  parameter_format: 'POSITIONAL',
  message_send_ttl_seconds: timeToLiveSeconds,
  components: [
    { type: 'BODY', text: sentences[status], example: { body_text: [['Green Grocer', '#1042']] } },
    { type: 'FOOTER', text: 'Reply STOP to end these messages.' },
    {
      type: 'BUTTONS',
      buttons: [
        {
          type: 'URL',
          text: 'Open your inbox',
          url: `${publicUrl}/inbox/{{1}}`,
          example: [`${publicUrl}/inbox/example`],
        },
      ],
    },
  ] as const,
})

const templateName = (status: string): string => `order_${status}`
const language = 'en'

// The same as the wait for a status report (3.3). After that an SMS fallback may have been sent, and the message must not
// arrive later than it.
const timeToLiveSeconds = 300

/** {{1}} is the business and {{2}} the reference. The platform rejects a text that begins or ends with a placeholder. */
const sentences: Record<OrderStatus, string> = {
  confirmed: 'An update from {{1}}: your order {{2}} is confirmed.',
  shipped: 'An update from {{1}}: your order {{2}} has been shipped.',
  ready_for_pickup: 'An update from {{1}}: your order {{2}} is ready for pickup.',
  delivered: 'An update from {{1}}: your order {{2}} has been delivered.',
  cancelled: 'An update from {{1}}: your order {{2}} has been cancelled.',
  refunded: 'An update from {{1}}: your order {{2}} has been refunded.',
  delayed: 'An update from {{1}}: your order {{2}} is delayed.',
}
