import { expect, test } from 'vitest'
import { businessesKnowing, businessesMeant, lastWriter, type NumberUse } from './inbound.decide.ts'

const [here, german, elsewhere] = ['+447700900000', '+491700000000', '+447700900999']
const senderFor = (destination: string): string => (destination === 'DE' ? german : here)
const [lately, longAgo] = [new Date('2026-11-15T10:00:00.000Z'), new Date('2021-01-01T00:00:00.000Z')]

const wrote = (businessId: string, senders: string[], lastAt: Date | null = lately) => ({ businessId, senders, lastAt })
const holds = (businessId: string, destination: string | null = 'GB') => ({ businessId, destination })
const use = (over: Partial<NumberUse> = {}): NumberUse => ({ contacts: [], holders: [], ...over })

for (const [what, known, meant] of [
  ['nobody knows the number', use(), []],
  ['one wrote from it', use({ contacts: [wrote('a', [here])] }), ['a']],
  ['one wrote from it years ago', use({ contacts: [wrote('a', [here], longAgo)] }), ['a']],
  ['one wrote from another', use({ contacts: [wrote('a', [elsewhere])] }), []],
  ['one wrote from several', use({ contacts: [wrote('a', [elsewhere, here])] }), ['a']],
  ['one wrote, it is not known from where', use({ contacts: [wrote('a', [])] }), ['a']],
  ['one that never wrote had a recipient with the number', use({ contacts: [wrote('a', [], null)] }), []],
  ['one has a recipient with the number and never wrote', use({ holders: [holds('a')] }), ['a']],
  ['one has a recipient it would write to from another', use({ holders: [holds('a', 'DE')] }), []],
  ['one has a recipient nothing is sent to', use({ holders: [holds('a', null)] }), ['a']],
  [
    'one wrote from another and would write from it now',
    use({ contacts: [wrote('a', [elsewhere])], holders: [holds('a')] }),
    ['a'],
  ],
  [
    'several, each once',
    use({ contacts: [wrote('a', [here]), wrote('b', [elsewhere])], holders: [holds('a'), holds('c')] }),
    ['a', 'c'],
  ],
] as const)
  test(`a STOP to our sender, where ${what}: for ${meant.join(', ') || 'nobody'} (2.10)`, () => {
    expect(businessesMeant(known, here, senderFor)).toEqual(meant)
  })

test('every business that wrote to a number or has a recipient with it may keep a stop, whatever the sender (2.10)', () => {
  const known = use({
    contacts: [wrote('a', [here]), wrote('b', [], null)],
    holders: [holds('a'), holds('c', 'DE')],
  })
  expect(businessesKnowing(known)).toEqual(['a', 'b', 'c'])
})

for (const [what, known, writer] of [
  ['nobody wrote', use({ holders: [holds('a')] }), null],
  ['the last one that wrote from it', use({ contacts: [wrote('a', [here]), wrote('b', [here], longAgo)] }), 'a'],
  ['not one that wrote from another', use({ contacts: [wrote('a', [elsewhere]), wrote('b', [here], longAgo)] }), 'b'],
  ['not one that never wrote', use({ contacts: [wrote('a', [], null)] }), null],
] as const)
  test(`a message that names none is for the last writer: ${what} (6.3)`, () => {
    expect(lastWriter(known, here)).toBe(writer)
  })
