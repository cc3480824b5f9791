import { describe, expect, test } from 'vitest'
import { type BrandSettings, brandChanges, readBrandForm, type TypedBrand } from './brand-form.decide.ts'

const nothing: TypedBrand = { sender_name: '', brand_colour: '', customer_contact: '', reply_to: '', language: 'en' }
const none: BrandSettings = {
  sender_name: null,
  brand_colour: null,
  customer_contact: null,
  reply_to: null,
  language: 'en',
}
const read = (typed: Partial<TypedBrand>) =>
  readBrandForm({ ...nothing, ...typed }, (text) => (text.includes('@') ? null : 'no address'))

describe('what is typed is stored', () => {
  for (const [what, typed, settings] of [
    ['nothing', {}, {}],
    ['spaces', { sender_name: ' ', customer_contact: '\n' }, {}],
    ['a name', { sender_name: '  Fern &\n Wood ' }, { sender_name: 'Fern & Wood' }],
    ['a name with dots', { sender_name: 'A. B. Smith Ltd.' }, { sender_name: 'A. B. Smith Ltd.' }],
    ['a colour', { brand_colour: ' #0B57A4 ' }, { brand_colour: '#0b57a4' }],
    ['a colour without its sign', { brand_colour: 'ffcc00' }, { brand_colour: '#ffcc00' }],
    ['a contact', { customer_contact: 'a@b.example or 1234' }, { customer_contact: 'a@b.example or 1234' }],
    ['a reply address', { reply_to: ' a@b.example ' }, { reply_to: 'a@b.example' }],
    ['a language', { language: 'nl' }, { language: 'nl' }],
    ['a language that does not exist', { language: 'xx' }, {}],
    ['60 characters', { sender_name: '😀'.repeat(59) + 'a' }, { sender_name: '😀'.repeat(59) + 'a' }],
  ] as const)
    test(what, () => expect(read(typed)).toEqual({ settings: { ...none, ...settings }, problems: {} }))
})

describe('a problem is named, and the rest is used', () => {
  for (const [field, value, problem] of [
    ['sender_name', 'fernwood.example', 'turn a part of this name into a link'],
    ['sender_name', 'me@fernwood', 'turn a part of this name into a link'],
    ['sender_name', '!!!', 'at least one letter'],
    ['sender_name', 'x'.repeat(61), 'at most 60'],
    ['brand_colour', 'red', 'six digits'],
    ['brand_colour', '#fff', 'six digits'],
    ['brand_colour', '#ffcc00;', 'six digits'],
    ['customer_contact', 'x'.repeat(201), 'at most 200'],
    ['reply_to', 'example', 'no address'],
  ] as const)
    test(`${field}: ${value.slice(0, 20)}`, () => {
      const { settings, problems } = read({ [field]: value, language: 'de' })
      expect(settings).toEqual({ ...none, language: 'de' })
      expect(problems).toEqual({ [field]: expect.stringContaining(problem) })
    })
})

test('the changes are what differs', () => {
  expect(brandChanges(none, { ...none, language: 'fr', reply_to: 'a@b.example' })).toEqual({
    language: 'fr',
    reply_to: 'a@b.example',
  })
  expect(brandChanges(none, { ...none })).toEqual({})
})
