import type { AuditAction } from '../../audit/actions.ts'
import type { RecipientChange } from './sql.ts'

/** Who changed what, in a sentence. The operator's people are not named to the shop. */
export const changeSentence = (change: RecipientChange): string => `${actorOf(change)} ${deedOf(change)}.`

export const operatorName = 'The operator of the service'
export const actorOf = ({ actorKind, actorName, actorRole }: RecipientChange): string =>
  actorKind === 'member' ? `${actorName} (${actorRole})` : operatorName

const deeds: Partial<Record<AuditAction, (change: RecipientChange) => string>> = {
  setPhoneFromDashboard: ({ personal: { phone_before: before, phone_after: after } }) =>
    `set the number to ${after ?? 'another one'}${before == null ? '' : `; before it was ${before}`}`,
  clearRecipientPhone: () => 'cleared the number',
  stopRecipient: ({ after }) =>
    `recorded a stop of ${after?.['stopped'] === 'whatsapp' ? 'WhatsApp messages' : 'texts'}`,
  unsubscribeRecipient: () => 'recorded that they stopped all updates',
  eraseWhatsAppHistory: () => 'erased the WhatsApp history',
  exportConsentEvidence: () => 'made a consent evidence file',
}
const deedOf = (change: RecipientChange): string => deeds[change.action]?.(change) ?? `did ${change.action}`
