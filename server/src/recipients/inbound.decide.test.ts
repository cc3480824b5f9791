import { expect, test } from 'vitest'
import { addressedBusinesses, lastContact, type NumberUse, relatedBusinesses } from './inbound.decide.ts'

const [here, german, elsewhere] = ['+447700900000', '+491700000000', '+447700900999']
const senderFor = (destination: string): string => (destination === 'DE' ? german : here)
const [lately, longAgo] = [new Date('2026-11-15T10:00:00.000Z'), new Date('2021-01-01T00:00:00.000Z')]

const wrote = (businessId: string, senders: string[], lastAt: Date | null = lately) => ({ businessId, senders, lastAt })
const hasRecipient = (businessId: string, destination: string | null = 'GB') => ({ businessId, destination })
const use = (over: Partial<NumberUse> = {}): NumberUse => ({ contacts: [], holders: [], ...over })

for (const [what, known, addressed] of [
  ['no business has used the number', use(), []],
  ['one wrote from it', use({ contacts: [wrote('a', [here])] }), ['a']],
  ['one wrote from it years ago', use({ contacts: [wrote('a', [here], longAgo)] }), ['a']],
  ['one wrote from another sender', use({ contacts: [wrote('a', [elsewhere])] }), []],
  ['one wrote from several senders', use({ contacts: [wrote('a', [elsewhere, here])] }), ['a']],
  ['one wrote from an unknown sender', use({ contacts: [wrote('a', [])] }), ['a']],
  ['one that never wrote had a recipient with the number', use({ contacts: [wrote('a', [], null)] }), []],
  ['one has a recipient with the number and never wrote', use({ holders: [hasRecipient('a')] }), ['a']],
  ['one has a recipient that it would write to from another sender', use({ holders: [hasRecipient('a', 'DE')] }), []],
  ['one has a recipient whose destination has no route', use({ holders: [hasRecipient('a', null)] }), ['a']],
  [
    'one wrote from another sender and would write from this one now',
    use({ contacts: [wrote('a', [elsewhere])], holders: [hasRecipient('a')] }),
    ['a'],
  ],
  [
    'several have used it, each is listed once',
    use({ contacts: [wrote('a', [here]), wrote('b', [elsewhere])], holders: [hasRecipient('a'), hasRecipient('c')] }),
    ['a', 'c'],
  ],
] as const)
  test(`a STOP to a sender applies to ${addressed.join(', ') || 'no business'} when ${what} (2.10)`, () => {
    expect(addressedBusinesses(known, here, senderFor)).toEqual(addressed)
  })

test('every business that wrote to a number or has a recipient with it may have a stop, for any sender (2.10)', () => {
  const known = use({
    contacts: [wrote('a', [here]), wrote('b', [], null)],
    holders: [hasRecipient('a'), hasRecipient('c', 'DE')],
  })
  expect(relatedBusinesses(known)).toEqual(['a', 'b', 'c'])
})

for (const [what, known, businessId] of [
  ['no business wrote', use({ holders: [hasRecipient('a')] }), null],
  [
    'the last one that wrote from the sender',
    use({ contacts: [wrote('a', [here]), wrote('b', [here], longAgo)] }),
    'a',
  ],
  [
    'not one that wrote from another sender',
    use({ contacts: [wrote('a', [elsewhere]), wrote('b', [here], longAgo)] }),
    'b',
  ],
  ['not one that never wrote', use({ contacts: [wrote('a', [], null)] }), null],
] as const)
  test(`an inbound message without a reference belongs to the last business that wrote: ${what} (6.3)`, () => {
    expect(lastContact(known, here)).toBe(businessId)
  })
