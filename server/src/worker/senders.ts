import type { Logger } from 'pino'
import type { EmailChannel } from '../channels/email/email.ts'
import type { SmsChannel } from '../channels/sms/sms.ts'
import type { WhatsAppChannel } from '../channels/whatsapp/whatsapp.ts'
import type { Context } from '../context.ts'
import { dispatchEmails, type GoingEmail } from '../nudges/dispatch.ts'
import { dispatchPaid, type GoingPaid } from '../nudges/paid-dispatch.ts'
import type { TakenJob } from '../queue/queue.ts'
import { createSender, type Sender } from './sending.ts'

type Channels = { email: EmailChannel; sms: SmsChannel | null; whatsapp: WhatsAppChannel | null }

/** Who sends on each channel that is set up. */
export function createSenders(context: Context, log: Logger, { email, sms, whatsapp }: Channels): Sender[] {
  const paid = (channel: 'sms' | 'whatsapp', { submit, senderFor }: SmsChannel | WhatsAppChannel): Sender => {
    const dispatch = (taken: TakenJob[]): Promise<GoingPaid[]> => dispatchPaid(context, { channel, senderFor }, taken)
    return createSender<GoingPaid>(context, log, channel, dispatch, submit)
  }
  return [
    createSender<GoingEmail>(context, log, 'email', (taken) => dispatchEmails(context, taken), email.submit),
    ...(sms === null ? [] : [paid('sms', sms)]),
    ...(whatsapp === null ? [] : [paid('whatsapp', whatsapp)]),
  ]
}
