import { type ErrorCode, errorCodes } from '../../errors.ts'
import { defaultKeyMaxLength, type Operation } from '../../operation.ts'
import { errorStatus, successStatus } from '../../status.ts'
import { merchantTags, operatorTags, type Tag } from '../../tags.ts'
import { examples } from '../examples/examples.ts'
import { isCommonRefusal, refusalsOf } from '../refusals.ts'
import { statusTone } from './code-words.ts'
import { fieldOf, fieldsOf } from './fields.ts'
import { firstSentence } from './first-sentence.ts'
import { titleOf } from './operation-names.ts'
import { panelOf } from './operation-panel.ts'
import type { Block, Entry, Fact, Field, Group, Page } from './page.ts'

/** The two interfaces: that of the merchant and that of the operator. */
export type Interface = 'reference' | 'operator'
type InterfaceWords = {
  group: Group
  title: string
  summary: string
  text: string
  /** The headings of the index, each with a sentence. */
  tags: Partial<Record<Tag, string>>
}
const interfaces: Record<Interface, InterfaceWords> = {
  reference: {
    group: 'Reference',
    tags: merchantTags,
    title: 'API reference',
    summary:
      'Every operation of the merchant’s interface, with its fields, its errors and an example in four languages.',
    text: [
      'Every request has an API key: `Authorization: Bearer td_live_…`, or `td_test_…` for [the test side](/docs/guides/test-mode).',
      'Bodies are JSON, times are RFC 3339. Unknown fields are ignored and named in the header `Tidings-Warning`.',
      'An error has an [`error_code`](/docs/errors), and its header `Link` leads to the page of the code.',
      'For programs: [the OpenAPI document](/api/v1/openapi.json). For Postman: [the collection](/docs/postman.json).',
    ].join(' '),
  },
  operator: {
    group: 'Operate',
    tags: operatorTags,
    title: 'Operator reference',
    summary:
      'Every operation of the operator’s interface: businesses, credits, operators, prices, suppressions and sending.',
    text: [
      'Every request has an operator’s token: `Authorization: Bearer …`. An admin may call every operation; each page names',
      'the other roles that may. Changes are recorded in the audit log. [The guide](/docs/guides/operator) explains the tasks.',
      'For programs: [the OpenAPI document](/operator/v1/openapi.json). For Postman: [the collection](/docs/postman.json).',
    ].join(' '),
  },
}

/** An index, and a page for each operation, in the order of the sections. */
export function operationPages(operations: readonly Operation[], kind: Interface): Page[] {
  const { group, title, summary, text, tags } = interfaces[kind]
  const sections = [...Map.groupBy(operations, ({ tag }) => tag)]
  const entryOf = (operation: Operation): Entry => ({
    href: pathOf(operation),
    title: titleOf(operation),
    text: `${operation.summary}.`,
    tag: { text: operation.method, tone: 'plain' },
  })
  const index: Page = {
    path: `/docs/${kind}`,
    title,
    summary,
    group,
    section: kind === 'operator' ? 'Reference' : null,
    blocks: [
      { kind: 'text', markdown: text },
      ...sections.flatMap(([section, listed]): Block[] => [
        { kind: 'heading', text: section },
        { kind: 'text', markdown: tags[section] ?? '' },
        { kind: 'entries', entries: listed.map(entryOf) },
      ]),
    ],
    panel: [],
    keywords: ['api', 'openapi', 'operations'],
  }
  return [index, ...sections.flatMap(([section, listed]) => listed.map((one) => operationPage(one, kind, section)))]
}

/** The address of the page of an operation. */
export const pathOf = ({ access, name }: Operation): string =>
  `/docs/${access === 'key' ? 'reference' : 'operator'}/${name}`

function operationPage(operation: Operation, kind: Interface, section: string): Page {
  const fields = [...parametersOf(operation), ...fieldsOf(operation.body), ...fieldsOf(operation.response)]
  return {
    path: pathOf(operation),
    title: titleOf(operation),
    summary: `${operation.summary}.`,
    group: interfaces[kind].group,
    section,
    ...(kind === 'operator' && { below: '/docs/operator' }),
    blocks: [
      { kind: 'route', method: operation.method, path: operation.path },
      { kind: 'text', markdown: operation.description },
      { kind: 'facts', facts: factsOf(operation) },
      ...titled('Parameters', parametersOf(operation)),
      ...titled('Body', fieldsOf(operation.body)),
      ...responseOf(operation),
      { kind: 'heading', text: 'Errors' },
      { kind: 'entries', entries: errorEntries(operation) },
    ],
    panel: panelOf(operation, examples[operation.name]),
    keywords: [operation.name, operation.path, ...namesOf(fields)],
  }
}

function factsOf(operation: Operation): Fact[] {
  if (operation.access === 'operator')
    return [
      { label: 'Roles', text: ['admin', ...operation.roles].map((role) => `\`${role}\``).join(', '), tone: 'plain' },
    ]
  return [
    { label: 'Scope of the key', text: `\`${operation.scope}\``, tone: 'plain' },
    {
      label: 'Idempotency key',
      text: operation.idempotent === true ? '[Required](/docs/guides/idempotency-and-retries)' : 'Not used',
      tone: 'plain',
    },
    ...(operation.testOnly === true ? [{ label: 'Keys', text: 'Test keys only', tone: 'plain' } as const] : []),
  ]
}

function parametersOf(operation: Operation): Field[] {
  return [
    ...fieldsOf(operation.params).map((field) => ({ ...field, isRequired: true })),
    ...fieldsOf(operation.query),
    ...idempotencyKeyOf(operation),
  ]
}

function idempotencyKeyOf(operation: Operation): Field[] {
  const isOptional = operation.access === 'operator' && operation.effect === 'change' && operation.optionalKey === true
  if (operation.idempotent !== true && !isOptional) return []
  const maxLength = (operation.idempotent === true ? operation.keyMaxLength : undefined) ?? defaultKeyMaxLength
  const description = 'In the header. The same key with the same body gets the same response for 24 hours.'
  return [fieldOf('Idempotency-Key', { type: 'string', maxLength, description }, !isOptional)]
}

function responseOf({ response, success }: Operation): Block[] {
  const status = successStatus[success]
  if (response === undefined)
    return [
      { kind: 'heading', text: `Response ${status}` },
      { kind: 'text', markdown: 'The response has no body.' },
    ]
  return titled(`Response ${status}`, fieldsOf(response).map(withoutMark))
}

/** In a response every field is always present unless it says otherwise, so the mark would only be noise. */
const withoutMark = (field: Field): Field => ({ ...field, isRequired: false, fields: field.fields.map(withoutMark) })

const titled = (text: string, fields: Field[]): Block[] =>
  fields.length === 0
    ? []
    : [
        { kind: 'heading', text },
        { kind: 'fields', fields },
      ]

/** The errors of this operation first, then those of every operation. */
function errorEntries(operation: Operation): Entry[] {
  const isCommon = (code: ErrorCode): number => Number(isCommonRefusal(operation, code))
  const codes = refusalsOf(operation).toSorted((one, two) => isCommon(one) - isCommon(two))
  return codes.map((code) => ({
    href: `/docs/errors/${code}`,
    title: code,
    isCode: true,
    text: firstSentence(errorCodes[code].meaning),
    tag: { text: String(errorStatus[code]), tone: statusTone(errorStatus[code]) },
  }))
}

const namesOf = (fields: Field[]): string[] => fields.flatMap(({ name, fields: inner }) => [name, ...namesOf(inner)])
