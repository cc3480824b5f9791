import { paidChannels, registry } from '../channels/registry.ts'
import type { Context } from '../context.ts'
import { newest, type PageStart } from '../db/page.ts'
import type { EmailIdentity } from '../email.ts'
import { formatId } from '../ids.ts'
import type { Consents } from '../recipients/consent.decide.ts'
import { loadConsents } from '../recipients/consents.ts'
import { addressDigests, numberDigest, platformNumberDigest } from '../recipients/digest.ts'
import {
  type DigestRecord,
  type ExportedMessage,
  type ExportedRecipient,
  type ExportedReply,
  type ExportedSend,
  exportedDigestRecords,
  exportedMessages,
  exportedReplies,
  exportedSends,
  findExportedRecipient,
  type SendsAfter,
} from './data-export.sql.ts'
import type { MailboxSession } from './session.ts'
import type { Reader } from './sql.ts'

/** About 100 kB of the longest messages, so that one read and one write stay short. */
const messagesPerPage = 10
const repliesPerPage = 100
const sendsPerPage = 200

/**
 * The data that is stored about a reader for one shop, as the text of a JSON document, in parts. A part is read from the
 * database when the previous one was consumed, and no connection is reserved in between. Null if the recipient no longer exists
 * or the session has ended. Read-only.
 */
export async function readDataExport(context: Context, session: MailboxSession): Promise<AsyncIterable<string> | null> {
  const { db } = context
  const { businessId } = session
  const recipient = await db.one(findExportedRecipient, session)
  if (recipient === null) return null

  const digestRecords = await readDigestRecords(context, { ...recipient, businessId })
  const consents = (await loadConsents(db, [session]))(session.recipientId)
  const record = { ...recordOf(recipient), ...channelsOf(consents), kept_beside_this_record: digestRecords }
  return writeDocument(context, session, record)
}

/** The records about the number and the address of a recipient that are stored by digest, such as stops and suppressions. */
export const readDigestRecords = (
  { db, digestKey }: Context,
  { businessId, email, phone }: { businessId: string; email: EmailIdentity; phone: string | null },
): Promise<DigestRecord[]> =>
  db.all(exportedDigestRecords, {
    businessId,
    numberDigest: phone === null ? null : numberDigest(digestKey, businessId, phone),
    platformNumberDigest: phone === null ? null : platformNumberDigest(digestKey, phone),
    ...addressDigests(digestKey, businessId, email),
  })

async function* writeDocument({ db }: Context, reader: Reader, record: object): AsyncGenerator<string> {
  const sendsOf = (requested: SendsAfter[]) => db.all(exportedSends, { ...reader, requested, limit: sendsPerPage })
  yield `${withoutEnd(indented(record, 0))},\n  "messages": [`
  let separator = ''
  const readMessages = (from: PageStart) => db.all(exportedMessages, { ...reader, ...from, limit: messagesPerPage })
  for await (const messages of pagesOf(readMessages)) {
    const sends = await sendsOf(messages.map(({ id }) => ({ messageId: id, after: '0' })))
    for (const message of messages) {
      let own = sends.filter((send) => send.message_id === message.id)
      const head = `${separator}\n    ${withoutEnd(indented(messageOf(message), 4))},\n      "sends": [`
      yield head + own.map(sendText).join(',')
      // A message that was updated often can have more sends than one page.
      while (own.length === sendsPerPage) {
        own = await sendsOf([{ messageId: message.id, after: own.at(-1)!.made }])
        yield own.map((send) => `,${sendText(send)}`).join('')
      }
      yield '\n      ]\n    }'
      separator = ','
    }
  }
  yield '\n  ],\n  "replies": ['
  separator = ''
  const readReplies = (from: PageStart) => db.all(exportedReplies, { ...reader, ...from, limit: repliesPerPage })
  for await (const replies of pagesOf(readReplies)) {
    yield separator + replies.map((reply) => `\n    ${indented(replyOf(reply), 4)}`).join(',')
    separator = ','
  }
  yield '\n  ]\n}\n'
}

/** Reads pages from the newest item to the oldest, until a page is empty. */
async function* pagesOf<Row extends PageStart>(read: (from: PageStart) => Promise<Row[]>): AsyncGenerator<Row[]> {
  let page = await read(newest)
  while (page.length > 0) {
    yield page
    const { time, id } = page.at(-1)!
    page = await read({ time, id })
  }
}

const indented = (value: object, spaces: number): string =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(spaces)}`)

/** The text of an object without its closing brace, so that more fields can be appended. */
const withoutEnd = (object: string): string => object.slice(0, object.lastIndexOf('\n'))

const recordOf = (recipient: ExportedRecipient): object => ({
  shop: recipient.shop,
  made_at: recipient.now,
  you: {
    email: recipient.displayed_email,
    phone: recipient.phone,
    known_since: recipient.created_at,
    unsubscribed_at: recipient.unsubscribed_at,
    erasure_asked_at: recipient.erasure_asked_at,
    fresh_link_asked_at: recipient.link_asked_at,
  },
})

/** The reader's consents and opt-outs by channel. */
const channelsOf = (consents: Consents): object =>
  Object.fromEntries(
    paidChannels.map((channel) => {
      const { consentedAt, consentSource, optIn, stoppedAt, stopSource, withdrawnAt } = consents[channel]
      const stop = { stopped_at: stoppedAt, stopped_by: stopSource }
      const { consent, exportedAs } = registry[channel]
      return [
        exportedAs,
        consent === 'number'
          ? { number_first_given_at: consentedAt, number_first_given_by: consentSource, ...stop }
          : { agreed_at: consentedAt, agreement: optIn, ...stop, withdrawn_at: withdrawnAt },
      ]
    }),
  )

/** `time` is the position of the next page and is not part of the document. */
const messageOf = (message: ExportedMessage): object => ({
  ...message,
  id: formatId('msg', message.id),
  time: undefined,
})

/** `message_id` and `made` are needed to read the sends and are not part of the document. */
const sendText = (send: ExportedSend): string =>
  `\n        ${indented({ ...send, message_id: undefined, made: undefined }, 8)}`

const replyOf = ({ id, message_id, text, received_at }: ExportedReply): object => ({
  id: formatId('rpl', id),
  message_id: message_id === null ? null : formatId('msg', message_id),
  text,
  received_at,
})
