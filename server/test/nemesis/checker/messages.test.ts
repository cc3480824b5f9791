import { expect, test } from 'vitest'
import type { Call, Erasure } from '../history.ts'
import { businessId, call, message, verdict } from './checker.support.ts'
import { checkMessages } from './messages.ts'

const name = `${businessId} ada@example.com Order 1`
const erasure: Erasure = { kind: 'erasure', at: 5_000, canaries: ['cnry000001x'] }
const toErased = JSON.stringify({ recipient_email: 'cnry000001x@example.com', subject: 'Order 1' })
const batch = (oks: boolean[]): Call =>
  call({
    operation: 'batch',
    status: 200,
    body: JSON.stringify({
      messages: oks.map((_, index) => ({ recipient_email: 'ada@example.com', subject: `Order ${index}` })),
    }),
    text: JSON.stringify({ results: oks.map((ok) => ({ ok })) }),
  })

for (const { what, calls, messages, found } of [
  { what: 'acknowledged and stored', calls: [call()], messages: [message()], found: [] },
  { what: 'acknowledged twice and stored once', calls: [call(), call()], messages: [message()], found: [] },
  { what: 'no response and stored', calls: [call({ status: null })], messages: [message()], found: [] },
  { what: 'no response and not stored', calls: [call({ status: null })], messages: [], found: [] },
  { what: 'acknowledged and lost', calls: [call()], messages: [], found: [`acknowledged and not stored: ${name}`] },
  { what: 'stored twice', calls: [call()], messages: [message(), message()], found: [`stored 2 times: ${name}`] },
  { what: 'never pushed', calls: [], messages: [message()], found: [`stored, and never pushed: ${name}`] },
  { what: 'acknowledged and erased', calls: [call({ body: toErased })], messages: [], found: [] },
  { what: 'an item that was refused', calls: [batch([false, true])], messages: [message()], found: [] },
  {
    what: 'an item that was acknowledged and lost',
    calls: [batch([true, true])],
    messages: [message()],
    found: [`acknowledged and not stored: ${businessId} ada@example.com Order 0`],
  },
])
  test(`I1 ${verdict(found.length > 0)}: ${what}`, () => {
    expect(checkMessages(calls, [erasure], messages).map((one) => one.found)).toEqual(found)
  })
