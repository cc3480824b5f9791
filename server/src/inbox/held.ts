import type { Context } from '../context.ts'
import { showId } from '../ids.ts'
import { addressDigest, numberDigest, platformAddressDigest, platformNumberDigest } from '../recipients/digest.ts'
import { readInboxSession } from '../recipients/inbox-link.ts'
import { findHeld, type HeldMessage, type HeldSend, heldBeside, heldMessages, heldReplies } from './sql.ts'

/** What is asked for at once, and sent as one file. Who has more has them in the inbox, page by page. */
const mostMessages = 1000

/** Everything that is held about a reader by one shop, in their own copy. Null when the session opens no inbox. Writes nothing. */
export async function readHeld({ db, deriveKey }: Context, session: string): Promise<object | null> {
  const pass = readInboxSession(deriveKey, session)
  if (pass === null) return null
  const { businessId, recipientId } = pass
  const held = await db.one(findHeld, [businessId, recipientId, pass.expiresAt])
  if (held === null) return null

  const platformDigest = platformAddressDigest(deriveKey, held.email)
  const [messages, replies, beside] = await Promise.all([
    db.all(heldMessages, [businessId, recipientId, mostMessages + 1]),
    db.all(heldReplies, [businessId, recipientId]),
    db.all(heldBeside, [
      businessId,
      held.phone === null ? null : numberDigest(deriveKey, businessId, held.phone),
      held.phone === null ? null : platformNumberDigest(deriveKey, held.phone),
      addressDigest(businessId, platformDigest),
      platformDigest,
    ]),
  ])
  const {
    shop,
    now,
    displayed_email: email,
    phone,
    created_at,
    unsubscribed_at,
    erasure_asked_at,
    link_asked_at,
  } = held
  return {
    shop,
    made_at: now,
    you: {
      email,
      phone,
      known_since: created_at,
      unsubscribed_at,
      erasure_asked_at,
      fresh_link_asked_at: link_asked_at,
    },
    text_messages: {
      number_first_given_at: held.sms_consent_at,
      number_first_given_by: held.sms_consent_source,
      stopped_at: held.sms_stopped_at,
      stopped_by: held.sms_stop_source,
    },
    whatsapp: {
      agreed_at: held.whatsapp_opted_in_at,
      agreement: held.whatsapp_opt_in,
      stopped_at: held.whatsapp_stopped_at,
      stopped_by: held.whatsapp_stop_source,
      withdrawn_at: held.whatsapp_withdrawn_at,
    },
    kept_beside_this_record: beside,
    messages: messages.slice(0, mostMessages).map(messageOf),
    there_are_older_messages: messages.length > mostMessages,
    replies: replies.map(({ id, message_id, text, received_at }) => ({
      id: showId('rpl', id),
      message_id: message_id === null ? null : showId('msg', message_id),
      text,
      received_at,
    })),
  }
}

const messageOf = ({ id, sends, ...message }: HeldMessage): object => ({
  id: showId('msg', id),
  ...message,
  sends: sends.map(sendOf),
})

const sendOf = ({ skipped_reason, error_code, created_at, ended_at, ...send }: HeldSend): object => ({
  ...send,
  reason: skipped_reason ?? error_code,
  made_at: created_at,
  ended_at,
})
