import { expect, test } from 'vitest'
import { parseSmsRoutes } from './routes.ts'

const known = ['twilio', 'vonage']

for (const [text, providers, expected] of [
  ['twilio:*', ['twilio'], { GB: 'twilio', DE: 'twilio' }],
  ['twilio:*;vonage:DE,AT', ['twilio', 'vonage'], { GB: 'twilio', DE: 'vonage', AT: 'vonage' }],
  ['vonage:DE,AT;twilio:*', ['vonage', 'twilio'], { GB: 'twilio', DE: 'vonage', AT: 'vonage' }],
  [' twilio : * ; vonage : DE , AT ', ['twilio', 'vonage'], { FR: 'twilio', AT: 'vonage' }],
  ['vonage:DE;vonage:AT;twilio:*', ['vonage', 'twilio'], { DE: 'vonage', AT: 'vonage', CH: 'twilio' }],
  ['twilio:*,DE', ['twilio'], { DE: 'twilio', constructor: 'twilio' }],
] as [string, string[], Record<string, string>][])
  test(`${text} routes by country`, () => {
    const routes = parseSmsRoutes(text, known)
    const countries = Object.keys(expected)
    expect(routes?.providers).toEqual(providers)
    expect(Object.fromEntries(countries.map((country) => [country, routes?.providerFor(country)]))).toEqual(expected)
  })

test('GB, GG, JE and IM are one destination', () => {
  expect(parseSmsRoutes('twilio:*;vonage:GB,GG,JE,IM', known)?.providerFor('GB')).toBe('vonage')
  expect(parseSmsRoutes('twilio:*;vonage:IM', known)?.providerFor('GB')).toBe('vonage')
  expect(parseSmsRoutes('twilio:*,GB;vonage:IM', known)).toBe(undefined)
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
  test(`${JSON.stringify(text)} is rejected: a country has no provider or several, or the format is not valid`, () =>
    expect(parseSmsRoutes(text, known)).toBe(undefined))
