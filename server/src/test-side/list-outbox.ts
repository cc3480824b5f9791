import { Type } from 'typebox'
import { channelSchema } from '../channels/channel.schema.ts'
import { emailIdentity } from '../email.ts'
import { done } from '../errors.ts'
import { formatId, parseId } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { pageQuery, pageSchema, pageStart } from '../paging.ts'
import { described, moment, named, nullable } from '../schema.ts'
import { type EntryRow, entryPage, entryPageOfAddress, entryPageOfChannel, entryPageOfMessage } from './sql.ts'

const emailHeaders = named(
  'EmailHeaders',
  Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string', description: 'The value of the header.' },
    description: 'Email: the headers, with names in lower case.',
  }),
)
const text = (description: string) => nullable(Type.String({ description }))
const outboxItem = named(
  'OutboxItem',
  Type.Object(
    {
      id: Type.String({ description: 'The id of the entry. It begins with `out_`.' }),
      channel: described('The channel of the nudge.', channelSchema),
      to: Type.String({ description: 'The address, or the number in E.164 format.' }),
      from: Type.String({ description: 'The sender that a live business would use.' }),
      subject: text('Email: the subject.'),
      text: text('Email: the plain text part. SMS: the text.'),
      html: text('Email: the HTML part.'),
      link: text('The link to the inbox.'),
      unsubscribe_url: text('Email: the address of the one-click unsubscription.'),
      headers: nullable(emailHeaders),
      template: text('WhatsApp: the name of the template.'),
      parameters: nullable(
        Type.Array(Type.String({ description: 'One value.' }), {
          description: 'WhatsApp: the values of the template, and the end of the link last.',
        }),
      ),
      at: moment('When the provider accepted it, by the clock of the test side.'),
    },
    { description: 'A nudge that a live business would have sent. What does not apply to its channel is null.' },
  ),
)
const outbox = pageSchema('Outbox', 'A page of the outbox, in order of arrival.', outboxItem)

export const listTestOutbox = defineOperation({
  access: 'key',
  scope: 'messages:read',
  number: 26,
  addition: true,
  name: 'listTestOutbox',
  tag: 'Test mode',
  method: 'GET',
  path: '/api/v1/test/outbox',
  summary: 'List what a test side would have sent in the last 30 days, in order of arrival',
  description:
    'Lists what the built-in provider of a test side accepted: the emails, texts and WhatsApp messages that a live business would have sent, with their content and links. A page has at most 256 KiB, so it may have fewer items than `limit`.',
  query: Type.Object({
    channel: Type.Optional(described('Only nudges on this channel.', channelSchema)),
    to: Type.Optional(
      Type.String({ maxLength: 320, description: 'Only nudges to this address, or to this number in E.164 format.' }),
    ),
    message_id: Type.Optional(Type.String({ maxLength: 64, description: 'Only nudges about this message.' })),
    ...pageQuery('outbox-cursor'),
  }),
  response: outbox,
  testOnly: true,
  async handle({ db }, { caller: { businessId }, query }) {
    const { channel = null, message_id: message, to } = query
    const messageId = message === undefined ? null : parseId('msg', message)
    // An invalid id has no entries. Without this check the filter would be missing and all entries would be returned.
    if (message !== undefined && messageId === null) return done({ items: [], next_cursor: null })
    const page = { businessId, ...pageStart('out', query) }
    const address = to === undefined ? null : storedAddress(to)
    const rows = await (messageId !== null
      ? db.all(entryPageOfMessage, { ...page, messageId, address, channel })
      : address !== null
        ? db.all(entryPageOfAddress, { ...page, address, channel })
        : channel !== null
          ? db.all(entryPageOfChannel, { ...page, channel })
          : db.all(entryPage, page))
    const items = rows.slice(0, page.limit - 1).map(itemOf)
    return done({ items, next_cursor: (rows[0]?.found ?? 0) > items.length ? items.at(-1)!.id : null })
  },
})

const itemOf = ({ id, at, channel, to, from, subject, ...content }: EntryRow) => ({
  id: formatId('out', id),
  channel,
  to,
  from,
  subject,
  text: content.text,
  html: content.html,
  link: content.link,
  unsubscribe_url: content.unsubscribe_url,
  headers: content.headers,
  template: content.template,
  parameters: content.parameters,
  at: at.toISOString(),
})

/** A plus that is not escaped in the query arrives as a space. */
const storedAddress = (to: string): string => (to.includes('@') ? emailIdentity(to) : to.trim().replace(/^(?=\d)/, '+'))
