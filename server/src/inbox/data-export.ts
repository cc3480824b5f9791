import { paidChannels, registry } from '../channels/registry.ts'
import type { Context } from '../context.ts'
import { newest, type PageStart } from '../db/page.ts'
import { formatId } from '../ids.ts'
import type { InboxPass } from '../inbox-tokens/tokens.ts'
import type { Consents } from '../recipients/consent.decide.ts'
import { loadConsents } from '../recipients/consents.ts'
import { addressDigests, numberDigest, platformNumberDigest } from '../recipients/digest.ts'
import {
  findHeld,
  type HeldMessage,
  type HeldRecipient,
  type HeldReply,
  type HeldSend,
  heldBeside,
  heldMessages,
  heldReplies,
  heldSends,
  type SendsAfter,
} from './data-export.sql.ts'
import type { Reader } from './sql.ts'

/** About 100 kB of the longest messages, so that one read and one write stay short. */
const messagesPerPage = 10
const repliesPerPage = 100
const sendsPerPage = 200

/**
 * Everything that is held about a reader by one shop, in their own copy: the text of a JSON document, in parts. A part is read when the
 * one before was taken, and no connection is held in between. Null when the pass opens no inbox any more. Writes nothing.
 */
export async function readDataExport(context: Context, pass: InboxPass): Promise<AsyncIterable<string> | null> {
  const { db, deriveKey } = context
  const { businessId } = pass
  const held = await db.one(findHeld, pass)
  if (held === null) return null

  const beside = await db.all(heldBeside, {
    businessId,
    numberDigest: held.phone === null ? null : numberDigest(deriveKey, businessId, held.phone),
    platformNumberDigest: held.phone === null ? null : platformNumberDigest(deriveKey, held.phone),
    ...addressDigests(deriveKey, businessId, held.email),
  })
  const consents = (await loadConsents(db, [pass]))(pass.recipientId)
  const record = { ...recordOf(held), ...channelsOf(consents), kept_beside_this_record: beside }
  return writeDocument(context, pass, record)
}

async function* writeDocument({ db }: Context, reader: Reader, record: object): AsyncGenerator<string> {
  const sendsOf = (asked: SendsAfter[]) => db.all(heldSends, { ...reader, asked, limit: sendsPerPage })
  yield `${withoutEnd(indented(record, 0))},\n  "messages": [`
  let separator = ''
  const readMessages = (from: PageStart) => db.all(heldMessages, { ...reader, ...from, limit: messagesPerPage })
  for await (const messages of pagesOf(readMessages)) {
    const sends = await sendsOf(messages.map(({ id }) => ({ messageId: id, after: '0' })))
    for (const message of messages) {
      let own = sends.filter((send) => send.message_id === message.id)
      const head = `${separator}\n    ${withoutEnd(indented(messageOf(message), 4))},\n      "sends": [`
      yield head + own.map(sendText).join(',')
      // A message that was updated very often.
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
  const readReplies = (from: PageStart) => db.all(heldReplies, { ...reader, ...from, limit: repliesPerPage })
  for await (const replies of pagesOf(readReplies)) {
    yield separator + replies.map((reply) => `\n    ${indented(replyOf(reply), 4)}`).join(',')
    separator = ','
  }
  yield '\n  ]\n}\n'
}

/** Pages from the newest on, each from where the last one ended, until one is empty. */
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

/** An object to which more is added. */
const withoutEnd = (object: string): string => object.slice(0, object.lastIndexOf('\n'))

const recordOf = (held: HeldRecipient): object => ({
  shop: held.shop,
  made_at: held.now,
  you: {
    email: held.displayed_email,
    phone: held.phone,
    known_since: held.created_at,
    unsubscribed_at: held.unsubscribed_at,
    erasure_asked_at: held.erasure_asked_at,
    fresh_link_asked_at: held.link_asked_at,
  },
})

/** What the reader has said of each paid channel. */
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

/** `time` says where the next page begins, and is no part of the document. */
const messageOf = (message: HeldMessage): object => ({ ...message, id: formatId('msg', message.id), time: undefined })

/** Nor are `message_id` and `made`, by which sends are read. */
const sendText = (send: HeldSend): string =>
  `\n        ${indented({ ...send, message_id: undefined, made: undefined }, 8)}`

const replyOf = ({ id, message_id, text, received_at }: HeldReply): object => ({
  id: formatId('rpl', id),
  message_id: message_id === null ? null : formatId('msg', message_id),
  text,
  received_at,
})
