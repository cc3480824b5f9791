import { writeEnvelope } from '../../webhooks/envelope.ts'
import { type EventType, events, eventTypes } from '../../webhooks/event-types.ts'
import { wordBlocks } from './code-words.ts'
import { fieldOf, fieldsOf } from './fields.ts'
import { firstSentence } from './first-sentence.ts'
import type { Block, Entry, Page } from './page.ts'

const parent = '/docs/events'

/** An index and a page for each event that is published to webhooks. */
export const eventPages = (): Page[] => [index(), ...eventTypes.map(eventPage)]

function index(): Page {
  const byPrefix = [...Map.groupBy(eventTypes, (type) => type.split('.')[0]!)]
  return {
    path: parent,
    title: 'Events',
    summary:
      'Every event that the service posts to [webhook endpoints](/docs/guides/webhooks), with its fields and an example.',
    group: 'Understand',
    section: null,
    blocks: byPrefix.flatMap(([prefix, types]): Block[] => [
      { kind: 'heading', text: prefixTitles[prefix] ?? prefix },
      { kind: 'entries', entries: types.map(eventEntry) },
    ]),
    panel: [],
    keywords: ['webhook', 'type', 'occurred_at', 'data'],
  }
}

const prefixTitles: Record<string, string> = {
  message: 'Email and the inbox',
  sms: 'Texts',
  whatsapp: 'WhatsApp',
  credits: 'Credits',
  plan: 'Plan',
  recipient: 'Recipients',
  api_key: 'API keys',
  ping: 'Tests of an endpoint',
}

const eventEntry = (type: EventType): Entry => ({
  href: `${parent}/${type}`,
  title: type,
  isCode: true,
  text: firstSentence(events[type].words.meaning),
})

function eventPage(type: EventType): Page {
  const { words, data } = events[type]
  const fields = fieldsOf(data).map((field) => ({ ...field, isRequired: false }))
  return {
    path: `${parent}/${type}`,
    title: type,
    isCode: true,
    summary: words.meaning,
    group: 'Understand',
    section: 'Events',
    below: parent,
    blocks: [
      ...wordBlocks(words),
      { kind: 'heading', text: 'The event' },
      { kind: 'fields', fields: [...envelopeFields(type), { ...fieldOf('data', { type: 'object' }, false), fields }] },
      { kind: 'heading', text: 'Headers' },
      { kind: 'text', markdown: headers },
    ],
    panel: panelOf(type),
    keywords: ['webhook', 'event', ...fields.map(({ name }) => name)],
  }
}

const envelopeFields = (type: EventType) => [
  fieldOf(
    'id',
    { type: 'string', description: 'The id of the event, the same on every attempt. Use it to find duplicates.' },
    false,
  ),
  fieldOf('type', { type: 'string', description: `Always \`${type}\`.` }, false),
  fieldOf(
    'occurred_at',
    { type: 'string', format: 'date-time', description: 'When it happened. Order events by it.' },
    false,
  ),
]

const headers = `| Header | Value |
|---|---|
| \`X-Service-Event\` | the type of the event |
| \`X-Service-Delivery\` | the id of the event |
| \`X-Service-Signature\` | the time and the signature: [verify it](/docs/guides/webhooks#verify-the-signature) |`

const exampleId = 'evt_01JCV7Q2Z8R5W3X4Y6A9B0C1D2'

function panelOf(type: EventType): Block[] {
  const occurredAt = new Date('2026-11-14T22:41:00.000Z')
  const data = events[type].example as Record<string, unknown>
  const body: unknown = JSON.parse(writeEnvelope({ id: exampleId, type, occurredAt, data }))
  return [
    { kind: 'code', title: 'Request to your endpoint', language: 'http', text: requestHead(type) },
    { kind: 'code', title: 'Body', language: 'json', text: JSON.stringify(body, null, 2) },
  ]
}

const requestHead = (type: EventType): string =>
  [
    'POST /hooks/tidings HTTP/1.1',
    'Content-Type: application/json',
    'User-Agent: Tidings-Webhooks/1',
    `X-Service-Event: ${type}`,
    `X-Service-Delivery: ${exampleId}`,
    'X-Service-Signature: t=1794868860,v1=5257a869…',
  ].join('\n')
