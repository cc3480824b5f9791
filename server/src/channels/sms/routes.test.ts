import { expect, test } from 'vitest'
import { readSmsRoutes } from './routes.ts'

const known = ['twilio', 'vonage']

for (const [text, providers, answers] of [
  ['twilio:*', ['twilio'], { GB: 'twilio', DE: 'twilio' }],
  ['twilio:*;vonage:DE,AT', ['twilio', 'vonage'], { GB: 'twilio', DE: 'vonage', AT: 'vonage' }],
  ['vonage:DE,AT;twilio:*', ['vonage', 'twilio'], { GB: 'twilio', DE: 'vonage', AT: 'vonage' }],
  [' twilio : * ; vonage : DE , AT ', ['twilio', 'vonage'], { FR: 'twilio', AT: 'vonage' }],
  ['vonage:DE;vonage:AT;twilio:*', ['vonage', 'twilio'], { DE: 'vonage', AT: 'vonage', CH: 'twilio' }],
  ['twilio:*,DE', ['twilio'], { DE: 'twilio', constructor: 'twilio' }],
] as [string, string[], Record<string, string>][])
  test(`${text} routes by country`, () => {
    const routes = readSmsRoutes(text, known)
    const places = Object.keys(answers)
    expect(routes?.providers).toEqual(providers)
    expect(Object.fromEntries(places.map((place) => [place, routes?.providerFor(place)]))).toEqual(answers)
  })

test('16 GB, GG, JE and IM are one destination', () => {
  expect(readSmsRoutes('twilio:*;vonage:GB,GG,JE,IM', known)?.providerFor('GB')).toBe('vonage')
  expect(readSmsRoutes('twilio:*;vonage:IM', known)?.providerFor('GB')).toBe('vonage')
  expect(readSmsRoutes('twilio:*,GB;vonage:IM', known)).toBe(undefined)
})

for (const text of [
  '',
  'twilio',
  'twilio:',
  '*',
  'vonage:DE',
  'twilio:*;',
  'twilio:*;vonage:*',
  'twilio:*,DE;vonage:DE',
  'twilio:*;vonage:de',
  'twilio:*;vonage:DEU',
  'twilio:*;vonage:DE AT',
  'twilio:*;vonage:DE,,AT',
  'twilio:*;vonage:DE:AT',
  'twilio:*;carrier:DE',
  'twilio:*;constructor:DE',
])
  test(`${JSON.stringify(text)} leaves a country without one answer, or is no route at all`, () =>
    expect(readSmsRoutes(text, known)).toBe(undefined))
