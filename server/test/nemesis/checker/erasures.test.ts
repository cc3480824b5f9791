import { expect, test } from 'vitest'
import type { Erasure } from '../history.ts'
import { arrival, attempt, verdict } from './checker.support.ts'
import { checkErasures } from './erasures.ts'

const erasure: Erasure = { kind: 'erasure', at: 0, canaries: ['cnry000001x', '447700990001'] }
const hexadecimal = Buffer.from('cnry000001x').toString('hex')

for (const { text, found } of [
  { text: '(1,cnry000002x@example.com)', found: [] },
  { text: '(1,cnry000001x@example.com)', found: ['cnry000001x in public.events'] },
  { text: '(1,CNRY000001X)', found: ['cnry000001x in public.events'] },
  { text: '(1,+447700990001)', found: ['447700990001 in public.events'] },
  { text: `(1,"\\\\x${hexadecimal}")`, found: ['cnry000001x in public.events'] },
])
  test(`I5 ${verdict(found.length > 0)}: a row ${text}`, () => {
    const leftovers = [{ location: 'public.events', text }]
    expect(checkErasures([erasure], leftovers, [], []).map((one) => one.found)).toEqual(found)
  })

for (const { at, found } of [
  { at: 60_000, found: [] },
  { at: 100_000, found: ['webhook evt_1', 'email to cnry000001x@example.com'] },
])
  test(`I5 ${verdict(found.length > 0)}: a webhook and an email ${at / 1_000} s after the erasure`, () => {
    const arrivals = [arrival({ body: '{"recipient_email":"cnry000001x@example.com"}', at })]
    const attempts = [attempt({ to: 'cnry000001x@example.com', at })]
    expect(checkErasures([erasure], [], arrivals, attempts).map((one) => one.found)).toEqual(found)
  })
