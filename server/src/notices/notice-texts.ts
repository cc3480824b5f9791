import { isDisplayableName } from '../channels/display.decide.ts'
import { lineText } from '../safe-text.ts'
import type { NoticeKind } from './kinds.ts'

type NoticeTexts = { subject: string; text: string }

/** The email to the owner of a business. Null for a kind that is only for the operator. */
export function noticeTexts(kind: NoticeKind | 'fresh_link', detail: Record<string, unknown>): NoticeTexts | null {
  const endpoint = String(detail['endpoint_id'])
  const failures = Number(detail['consecutive_failures'])
  switch (kind) {
    case 'webhook_endpoint_failing':
      return {
        subject: 'Events do not reach your webhook endpoint',
        text: `The last ${failures} events in a row could not be delivered to your webhook endpoint ${endpoint}, each after all of its attempts. After 20 in a row the endpoint is disabled.

GET /api/v1/webhook-endpoints/${endpoint}/deliveries shows its responses.`,
      }
    case 'webhook_endpoint_disabled':
      return {
        subject: 'Your webhook endpoint was disabled',
        text: `The last ${failures} events in a row could not be delivered to your webhook endpoint ${endpoint}, so it was disabled and is not tried any more.

Events stay in the log for 30 days: GET /api/v1/events. When the endpoint works again, enable it with POST /api/v1/webhook-endpoints/${endpoint}/enable, and send what it missed with POST /api/v1/events/{id}/redeliver.`,
      }
    case 'sending_paused':
      return {
        subject: 'Sending was paused',
        text: `In the last ${String(detail['days'])} days ${String(detail['complained'])} of ${String(detail['sent'])} emails were marked as spam by those who got them. That is more than one in a thousand, so sending was paused: pushes are stored and shown in the inbox, and nothing announces them.

Please find out why people complain, and then ask the operator of this service to lift the pause.`,
      }
    case 'quota_nearly_reached':
      return {
        subject: 'Most of a quota is used',
        text: `${quotaUsed(detail)}

When the limit is reached, ${quotaConsequence(detail)}. Please ask the operator of this service in time if you need more.`,
      }
    case 'quota_reached':
      return {
        subject: 'A quota is used up',
        text: `${quotaUsed(detail)}

From now on ${quotaConsequence(detail)}. Please ask the operator of this service if you need more.`,
      }
    case 'sms_spend_nearly_reached':
      return {
        subject: 'Most of the credits for texts of today are spent',
        text: `${textSpend(detail)}

When the limit is reached, further texts of the day are skipped as platform_limited, and nothing is charged for them. Please ask the operator of this service in time if you need more.`,
      }
    case 'sms_spend_reached':
      return {
        subject: 'No more texts are sent today',
        text: `${textSpend(detail)}

Until the next day begins (UTC), texts are skipped as platform_limited, and nothing is charged for them. Emails and WhatsApp messages are sent as before. If you did not expect so many texts, your API key may be stolen or one of your forms may be abused: revoke the key, and contact the operator of this service. Contact the operator as well if you need more.`,
      }
    case 'sms_prefix_limited':
      return {
        subject: 'Unusually many texts to similar numbers',
        text: `In this hour you have sent ${String(detail['limit'])} texts to numbers that differ only in their last four digits${typeof detail['destination'] === 'string' ? ` (${detail['destination']})` : ''}. Further texts of this hour to such numbers are skipped as platform_limited, and nothing is charged for them.

This is how fraud by text looks: numbers are rented in such ranges and earn money with each text. Please check that these customers are real, and that no form of yours can be used to request texts. If your API key may be stolen, revoke it. If the customers are real, ask the operator of this service for a higher limit.`,
      }
    case 'erasure_requested':
      // The recipient has been erased since, so the owner has nothing left to do.
      if (typeof detail['recipient_email'] !== 'string') return null
      return {
        subject: 'A customer asks to be erased',
        text: `${detail['recipient_email']} asked in their inbox that the data you hold about them be erased.

POST /api/v1/recipients/{email}/erase erases what this service holds for you. It was also published as the event recipient.erasure_requested. What your own systems hold is yours to look after.`,
      }
    case 'api_key_created':
      return {
        subject: 'An API key was created',
        text: `${keyName(detail)} was created at ${String(detail['at'])} by ${keyActor(detail)}.

${keyAdvice(detail)}`,
      }
    case 'api_key_revoked':
      return {
        subject: 'An API key was revoked',
        text: `${keyName(detail)}${keysRevokedWith(detail)} at ${String(detail['at'])} by ${keyActor(detail)}.

${keyAdvice(detail)}`,
      }
    case 'installation_paused':
    case 'fresh_link':
      return null
    // A kind of a later release, during an upgrade.
    default:
      return null
  }
}

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

const keyAdvice = ({ by_key_id: id, is_last_of_hour: isLast }: Record<string, unknown>): string => {
  const reaction =
    typeof id === 'string'
      ? `If this was not you, the key that did it has leaked. Revoke it together with everything it created, with another key: DELETE /api/v1/keys/${id}?minted=true. If you have no other key, please contact the operator of this service, who can revoke it and create a new one.`
      : 'If you did not ask for this, please contact the operator of this service.'
  return isLast === true
    ? `${reaction}

There were many changes of your keys within an hour. This is the last email about them for now. GET /api/v1/keys lists the keys that are valid, and GET /api/v1/events every change.`
    : reaction
}
