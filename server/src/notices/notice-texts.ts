import { isDisplayableName } from '../channels/display.decide.ts'
import type { Permission } from '../member-role.ts'
import { lineText } from '../safe-text.ts'
import type { NoticeKind } from './kinds.ts'

/**
 * A notice in words, in the dashboard and in an email: what happened, what to do, and the page where it is done. `path` follows the
 * address of the business in the dashboard. The email goes to the members whose role has the permission.
 */
export type NoticeText = {
  title: string
  paragraphs: string[]
  action: { label: string; path: `/${string}` }
  permission: Permission
}
type Content = Pick<NoticeText, 'title' | 'paragraphs'>

/** Null for a kind that is not for the business, and for a request that was fulfilled. */
export function noticeText(kind: NoticeKind | 'fresh_link', detail: Record<string, unknown>): NoticeText | null {
  const where = kind === 'fresh_link' ? null : (whereDone[kind] ?? null)
  const content = contentOf(kind, detail)
  return where === null || content === null ? null : { ...content, ...where }
}

/** What a person must be allowed to do to act on a notice of this kind. Null: it is not for the business. */
export const permissionOf = (kind: NoticeKind | 'fresh_link'): Permission | null =>
  kind === 'fresh_link' ? null : (whereDone[kind]?.permission ?? null)

const webhooks = { action: { label: 'See the endpoints', path: '/webhooks' }, permission: 'develop' } as const
const keys = { action: { label: 'See the keys', path: '/keys' }, permission: 'develop' } as const
const pushes = { action: { label: 'See the pushes by day', path: '/figures' }, permission: 'configure' } as const
const texts = { action: { label: 'See the texts', path: '/messages' }, permission: 'configure' } as const
/** Where the business does something about each kind. A kind of a later release, during an upgrade, is missing. */
const whereDone: Record<NoticeKind, Pick<NoticeText, 'action' | 'permission'> | null> = {
  webhook_endpoint_failing: webhooks,
  webhook_endpoint_disabled: webhooks,
  sending_paused: { action: { label: 'See the complaints', path: '/figures' }, permission: 'configure' },
  quota_nearly_reached: pushes,
  quota_reached: pushes,
  sms_spend_nearly_reached: texts,
  sms_spend_reached: texts,
  sms_prefix_limited: texts,
  erasure_requested: { action: { label: 'Erase this customer', path: '/notices' }, permission: 'erase' },
  api_key_created: keys,
  api_key_revoked: keys,
  installation_paused: null,
}

function contentOf(kind: NoticeKind | 'fresh_link', detail: Record<string, unknown>): Content | null {
  const endpoint = String(detail['endpoint_id'])
  const failures = Number(detail['consecutive_failures'])
  switch (kind) {
    case 'webhook_endpoint_failing':
      return {
        title: 'Events do not reach your webhook endpoint',
        paragraphs: [
          `The last ${failures} events in a row could not be delivered to your webhook endpoint ${endpoint}, each after all of its attempts. After 20 in a row the endpoint is disabled.`,
          `The page of the endpoint shows its responses, and so does GET /api/v1/webhook-endpoints/${endpoint}/deliveries.`,
        ],
      }
    case 'webhook_endpoint_disabled':
      return {
        title: 'Your webhook endpoint was disabled',
        paragraphs: [
          `The last ${failures} events in a row could not be delivered to your webhook endpoint ${endpoint}, so it was disabled and is not tried any more.`,
          `Events stay in the log for 30 days: GET /api/v1/events. When the endpoint works again, enable it with POST /api/v1/webhook-endpoints/${endpoint}/enable, and send what it missed with POST /api/v1/events/{id}/redeliver.`,
        ],
      }
    case 'sending_paused':
      return {
        title: 'Sending was paused',
        paragraphs: [
          `In the last ${String(detail['days'])} days ${String(detail['complained'])} of ${String(detail['sent'])} emails were marked as spam by those who got them. That is more than one in a thousand, so sending was paused: pushes are stored and shown in the inbox, and nothing announces them.`,
          `Please find out why people complain, and then ask the operator of this service to lift the pause.`,
        ],
      }
    case 'quota_nearly_reached':
      return {
        title: 'Most of a quota is used',
        paragraphs: [
          quotaUsed(detail),
          `When the limit is reached, ${quotaConsequence(detail)}. Please ask the operator of this service in time if you need more.`,
        ],
      }
    case 'quota_reached':
      return {
        title: 'A quota is used up',
        paragraphs: [
          quotaUsed(detail),
          `From now on ${quotaConsequence(detail)}. Please ask the operator of this service if you need more.`,
        ],
      }
    case 'sms_spend_nearly_reached':
      return {
        title: 'Most of the credits for texts of today are spent',
        paragraphs: [
          textSpend(detail),
          `When the limit is reached, further texts of the day are skipped as platform_limited, and nothing is charged for them. Please ask the operator of this service in time if you need more.`,
        ],
      }
    case 'sms_spend_reached':
      return {
        title: 'No more texts are sent today',
        paragraphs: [
          textSpend(detail),
          `Until the next day begins (UTC), texts are skipped as platform_limited, and nothing is charged for them. Emails and WhatsApp messages are sent as before. If you did not expect so many texts, your API key may be stolen or one of your forms may be abused: revoke the key, and contact the operator of this service. Contact the operator as well if you need more.`,
        ],
      }
    case 'sms_prefix_limited':
      return {
        title: 'Unusually many texts to similar numbers',
        paragraphs: [
          `In this hour you have sent ${String(detail['limit'])} texts to numbers that differ only in their last four digits${inCountry(detail)}. Further texts of this hour to such numbers are skipped as platform_limited, and nothing is charged for them.`,
          `This is how fraud by text looks: numbers are rented in such ranges and earn money with each text. Please check that these customers are real, and that no form of yours can be used to request texts. If your API key may be stolen, revoke it. If the customers are real, ask the operator of this service for a higher limit.`,
        ],
      }
    case 'erasure_requested':
      // The recipient has been erased since, so the owner has nothing left to do.
      if (typeof detail['recipient_email'] !== 'string') return null
      return {
        title: 'A customer asks to be erased',
        paragraphs: [
          `${detail['recipient_email']} asked in their inbox that the data you hold about them be erased.`,
          `The button of this notice in the dashboard erases what this service holds for you, and so does POST /api/v1/recipients/{email}/erase. What your own systems hold is yours to look after.`,
        ],
      }
    case 'api_key_created':
      return {
        title: 'An API key was created',
        paragraphs: [
          `${keyName(detail)} was created at ${String(detail['at'])} by ${keyActor(detail)}.`,
          ...keyAdvice(detail),
        ],
      }
    case 'api_key_revoked':
      return {
        title: 'An API key was revoked',
        paragraphs: [
          `${keyName(detail)}${keysRevokedWith(detail)} at ${String(detail['at'])} by ${keyActor(detail)}.`,
          ...keyAdvice(detail),
        ],
      }
    case 'installation_paused':
    case 'fresh_link':
      return null
    // A kind of a later release, during an upgrade.
    default:
      return null
  }
}

const inCountry = ({ destination }: Record<string, unknown>): string =>
  typeof destination === 'string' ? ` (${destination})` : ''
const textSpend = ({ used, limit }: Record<string, unknown>): string =>
  `Your texts of today (UTC) cost ${String(used)} credits, and you may spend ${String(limit)} a day on texts.`

const quotaUsed = ({ quota, used, limit }: Record<string, unknown>): string =>
  quota === 'messages_per_day'
    ? `You have pushed ${String(used)} messages today (UTC) and may push ${String(limit)} a day.`
    : `${String(used)} messages are stored for you, and you may store ${String(limit)}.`

const quotaConsequence = ({ quota }: Record<string, unknown>): string =>
  quota === 'messages_per_day'
    ? 'further pushes get 429 quota.messages_per_day until the next day begins (UTC)'
    : 'pushes that would create a message get 409 quota.stored_messages, until recipients are erased or old messages are deleted. Updates of stored messages are accepted'

/** The holder of a leaked key chooses the name, so one that a mail program could turn into a link is left out. */
function keyName({ name, masked, key_id: id }: Record<string, unknown>): string {
  const shown = lineText(String(name))
  return `The API key ${String(masked)} (${isDisplayableName(shown) ? `“${shown}”, ` : ''}${String(id)})`
}

const keyActor = ({ by_key_id: id, by_masked: masked }: Record<string, unknown>): string =>
  typeof id === 'string' ? `your API key ${String(masked)} (${id})` : 'the operator of this service'

function keysRevokedWith({ revoked }: Record<string, unknown>): string {
  const others = Number(revoked) - 1
  if (others === 0) return ' was revoked'
  return ` and ${others === 1 ? '1 other' : `${others} others`} were revoked`
}

function keyAdvice({ by_key_id: id, is_last_of_hour: isLast }: Record<string, unknown>): string[] {
  const reaction =
    typeof id === 'string'
      ? `If this was not you, the key that did it has leaked. Revoke it together with everything it created, with another key: DELETE /api/v1/keys/${id}?minted=true. If you have no other key, please contact the operator of this service, who can revoke it and create a new one.`
      : 'If you did not ask for this, please contact the operator of this service.'
  const last =
    'There were many changes of your keys within an hour. This is the last email about them for now. GET /api/v1/keys lists the keys that are valid, and GET /api/v1/events every change.'
  return isLast === true ? [reaction, last] : [reaction]
}
