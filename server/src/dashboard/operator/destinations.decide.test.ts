import { describe, expect, test } from 'vitest'
import { effectsOf, findDestinations } from './destinations.decide.ts'

describe('destinations', () => {
  const listed = [
    { country: 'AX', name: 'Åland Islands', credits: 1, open: true },
    { country: 'CH', name: 'Switzerland', credits: 2, open: true },
    { country: 'KE', name: 'Kenya', credits: 4, open: false },
    { country: 'AT', name: 'Austria', credits: 1, open: true },
    { country: 'US', name: 'United States', credits: 1, open: false },
  ]
  test.each([
    ['in the order of their names', 'all', '', ['AX', 'AT', 'KE', 'CH', 'US']],
    ['that are open', 'open', '', ['AX', 'AT', 'CH']],
    ['that are closed', 'closed', '', ['KE', 'US']],
    ['that cost more than one credit', 'dearer', '', ['KE', 'CH']],
    ['by a part of the name', 'all', ' LAND ', ['AX', 'CH']],
    ['by the code', 'all', 'ke', ['KE']],
    ['by the code, before those with it in their name', 'all', 'us', ['US', 'AT']],
    ['by a name that the filter leaves out', 'open', 'kenya', []],
  ] as const)('%s', (_, filter, query, codes) => {
    expect(findDestinations(listed, filter, query).map(({ country }) => country)).toEqual(codes)
  })
})

test.each([
  ['a higher price', [1, true], [3, true], ['queued_keep_price', 'scheduled_get_price', 'balance_may_lack']],
  ['a lower price', [3, true], [1, true], ['queued_keep_price', 'scheduled_get_price']],
  ['closing', [1, true], [1, false], ['queued_are_refunded', 'scheduled_are_skipped']],
  ['closing with another price', [1, true], [2, false], ['queued_are_refunded', 'scheduled_are_skipped']],
  ['opening', [1, false], [1, true], ['texts_are_sent', 'skipped_stay_skipped']],
  ['opening with another price', [1, false], [4, true], ['texts_are_sent', 'skipped_stay_skipped']],
  ['another price while closed', [1, false], [4, false], ['price_waits_for_opening']],
  ['nothing', [2, true], [2, true], []],
  ['nothing, closed', [2, false], [2, false], []],
] as const)('the effects of %s', (_, [creditsBefore, openBefore], [creditsAfter, openAfter], effects) => {
  const [before, after] = [
    { credits: creditsBefore, open: openBefore },
    { credits: creditsAfter, open: openAfter },
  ]
  expect(effectsOf(before, after)).toEqual(effects)
})
