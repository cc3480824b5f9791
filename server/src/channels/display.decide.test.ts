import { expect, test } from 'vitest'
import { isDisplayableName, isDisplayableReference } from './display.decide.ts'

const shown = [
  'A-1001',
  '#1042',
  '2026/11/14',
  'A_1',
  'A1#2',
  'v1.2',
  '1.2.3',
  '0',
  '#a',
  'A-',
  'A#',
  'A/',
  '1.5/2.7',
  'order-1_2/3',
  'x'.repeat(64),
]
const hidden = [
  '1.2.3.4',
  'a.co',
  'shop.example/1',
  '-A1',
  '_A1',
  '/A1',
  '##1',
  '.1',
  'A1.',
  'A..1',
  '#-1',
  '#',
  '#.1',
  'a.b',
  'A.-1',
  '1.2.3.',
]
for (const reference of shown)
  test(`2.1 the reference ${reference} is displayed`, () => expect(isDisplayableReference(reference)).toBe(true))
for (const reference of hidden)
  test(`2.1 the reference ${reference} is never displayed`, () => expect(isDisplayableReference(reference)).toBe(false))

for (const name of ['Demo Shop', 'St. John’s Bakery', 'A.B.C. Ltd', 'Müller & Söhne', 'No. 5', 'J. & K.', '24/7 Store'])
  test(`2.1 the name ${name} is displayed`, () => expect(isDisplayableName(name)).toBe(true))
for (const name of ['evil.example', 'Visit shop.com now', 'https://x', 'a@b', 'line\nbreak', 'пример.рф'])
  test(`2.1 the name ${JSON.stringify(name)} is never displayed`, () => expect(isDisplayableName(name)).toBe(false))
