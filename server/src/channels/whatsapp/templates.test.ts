import { expect, test } from 'vitest'
import { templateDefinitions, templateMessage } from './templates.ts'

const publicUrl = 'https://tidings.example'
const facts = {
  businessName: 'Green Grocer',
  reference: '#1042',
  orderStatus: 'shipped',
  inboxLink: `${publicUrl}/inbox/a1eyJ0-_x`,
}
const message = {
  name: 'order_shipped',
  language: 'en',
  parameters: ['Green Grocer', '#1042'],
  buttonSuffix: 'a1eyJ0-_x',
}
const definitions = templateDefinitions(publicUrl).map(({ definition }) => definition)

test('a message has the template, its parameters and the last part of the link', () => {
  expect(templateMessage(facts)).toEqual(message)
})

for (const [what, over] of [
  ['no status', { orderStatus: null }],
  ['an unknown status', { orderStatus: 'posted' }],
  ['a status that is the name of an object property', { orderStatus: 'constructor' }],
  ['no reference', { reference: null }],
  ['a reference that a phone turns into a link', { reference: 'shop.example' }],
  ['a name that a phone turns into a link', { businessName: 'grocer.example' }],
  ['a name that becomes a link when invisible characters are removed', { businessName: 'grocer.\u200Eexample' }],
  ['a name of invisible characters', { businessName: ' \u200E\t' }],
] as const)
  test(`there is no template for ${what} (2.1)`, () => expect(templateMessage({ ...facts, ...over })).toBeNull())

for (const [name, shown] of [
  ['Green\nGrocer', 'Green Grocer'],
  ['Green\r\nGrocer', 'Green Grocer'],
  ['Green\tGrocer', 'Green Grocer'],
  ['Green\u2028Grocer', 'Green Grocer'],
  ['Green     Grocer', 'Green Grocer'],
  ['  Green Grocer ', 'Green Grocer'],
  ['Green\u0000 \u202EGrocer', 'Green Grocer'],
  ['Grün & Söhne, Ltd. 🥕', 'Grün & Söhne, Ltd. 🥕'],
] as const)
  test(`a parameter is one line: ${JSON.stringify(name)}`, () => {
    expect(templateMessage({ ...facts, businessName: name })).toEqual({ ...message, parameters: [shown, '#1042'] })
  })

test('the definition of a template', () => {
  expect(definitions.find(({ name }) => name === 'order_shipped')).toEqual({
    name: 'order_shipped',
    language: 'en',
    category: 'UTILITY',
    parameter_format: 'POSITIONAL',
    message_send_ttl_seconds: 300,
    components: [
      {
        type: 'BODY',
        text: 'An update from {{1}}: your order {{2}} has been shipped.',
        example: { body_text: [['Green Grocer', '#1042']] },
      },
      { type: 'FOOTER', text: 'Reply STOP to end these messages.' },
      {
        type: 'BUTTONS',
        buttons: [
          {
            type: 'URL',
            text: 'Open your inbox',
            url: 'https://tidings.example/inbox/{{1}}',
            example: ['https://tidings.example/inbox/example'],
          },
        ],
      },
    ],
  })
})

test('order statuses and templates correspond one to one (2.1)', () => {
  const statuses = ['confirmed', 'shipped', 'ready_for_pickup', 'delivered', 'cancelled', 'refunded', 'delayed']
  const sent = statuses.map((orderStatus) => templateMessage({ ...facts, orderStatus }))
  expect(sent.map((template) => template?.name)).toEqual(definitions.map(({ name }) => name))
})

for (const { name, components } of definitions) {
  const [{ text }, footer, { buttons }] = components
  test(`${name}: the texts respect the limits of the platform with the longest business name and reference`, () => {
    expect(text.match(/\{\{\d\}\}/g)).toEqual(['{{1}}', '{{2}}'])
    expect(text).not.toMatch(/^\{\{|\}\}\W*$|\}\}\s*\{\{|\s\s|\n/)
    expect(text.replace('{{1}}', 'x'.repeat(120)).replace('{{2}}', 'x'.repeat(64)).length).toBeLessThanOrEqual(1024)
    expect(footer.text.length).toBeLessThanOrEqual(60)
    expect(buttons[0].text.length).toBeLessThanOrEqual(25)
  })
}
