import type { Channels } from '../channels/create-channels.ts'
import { composeNudge, composePlain, linksOf } from '../channels/email/compose-mail.ts'
import { displayedMail } from '../channels/email/displayed-mail.ts'
import type { EmailChannel } from '../channels/email/email.ts'
import type { PaidAdapter } from '../channels/paid-adapter.ts'
import type { Channel, PaidChannel } from '../channels/registry.ts'
import { composeSms } from '../channels/sms/compose-sms.ts'
import type { Submission } from '../channels/submission.ts'
import { composeAcknowledgement, composeTemplate, noTemplate } from '../channels/whatsapp/compose-whatsapp.ts'
import { type Context, testEmailFrom } from '../context.ts'
import { isUnavailable } from '../db/errors.ts'
import { formatId } from '../ids.ts'
import { personaOf } from './personas.decide.ts'
import { type OutboxContent, storeEntry } from './sql.ts'

/** What is being sent: `id` is that of the nudge, or of an email or acknowledgement of the service itself. */
type Outgoing = { id: string; to: string; recipientId: string | null; messageId?: string; replyId?: string }

const noContent: OutboxContent = {
  subject: null,
  text: null,
  html: null,
  link: null,
  unsubscribeUrl: null,
  headers: null,
  template: null,
  parameters: null,
}

/**
 * The channels of a test side: the content is that of the real channels, and what is accepted is stored in the outbox instead
 * of being sent. The address or number decides the outcome.
 */
export function createTestChannels(context: Context, businessId: string): Pick<Channels, 'email' | 'paid'> {
  const sender = testSender(businessId)
  const accept = createProvider(context, businessId)

  const email: EmailChannel = {
    submit: async (nudge) => {
      const links = linksOf(nudge, context)
      const content = { link: links.inboxLink, unsubscribeUrl: links.unsubscribeUrl }
      const mail = displayedMail(composeNudge(nudge, links, testEmailFrom))
      return accept('email', nudge, { ...noContent, ...mail, ...content })
    },
    submitPlain: async (mail) =>
      accept('email', mail, { ...noContent, ...displayedMail(composePlain(mail, testEmailFrom)) }),
    close: () => undefined,
  }
  const common = { senderFor: () => sender, sources: [] }
  const sms: PaidAdapter = {
    ...common,
    submit: async (nudge) => accept('sms', nudge, { from: sender, ...noContent, ...composeSms(nudge, context) }),
  }
  const whatsapp: PaidAdapter = {
    ...common,
    async submit(nudge) {
      const composed = composeTemplate(nudge, context)
      if (composed === null) return noTemplate
      const { name: template, parameters: values, buttonSuffix } = composed.template
      const content = { link: composed.link, template, parameters: [...values, buttonSuffix] }
      return accept('whatsapp', nudge, { from: sender, ...noContent, ...content })
    },
    acknowledge: async (acknowledgement) => {
      const content = composeAcknowledgement(acknowledgement, context)
      return accept(
        'whatsapp',
        { ...acknowledgement, replyId: acknowledgement.id },
        { from: sender, ...noContent, ...content },
      )
    },
  }
  const paid: Record<PaidChannel, PaidAdapter> = { sms, whatsapp }
  return { email, paid: new Map(Object.entries(paid) as [PaidChannel, PaidAdapter][]) }
}

/** The sender of texts and WhatsApp messages. It belongs to the business alone, so a STOP to it never concerns another. */
const testSender = (businessId: string): string => `test ${formatId('biz', businessId)}`

/** The id by which a reply refers to a nudge. */
export const testPlatformId = (nudgeId: string): string => `test.${nudgeId}`

function createProvider(context: Context, businessId: string) {
  return async (
    channel: Channel,
    { id: nudgeId, to, recipientId, messageId, replyId }: Outgoing,
    content: OutboxContent & { from: string },
  ): Promise<Submission> => {
    const { submission } = personaOf(channel, to)
    if (submission.outcome === 'refused') return submission
    const entry = {
      businessId,
      id: context.newId(),
      nudgeId,
      messageId: messageId ?? null,
      recipientId,
      replyId: replyId ?? null,
      channel,
      to,
    }
    try {
      await context.db.transaction(async (tx) => tx.write(storeEntry, { ...entry, ...content }))
    } catch (error) {
      // A repeated submission of the same nudge is stored once, so a retry is safe even if this one was committed.
      if (isUnavailable(error)) return { outcome: 'refused', retryable: true, detail: 'database unavailable' }
      throw error
    }
    return submission.outcome === 'accepted' && channel !== 'email'
      ? { ...submission, platformId: testPlatformId(nudgeId) }
      : submission
  }
}
