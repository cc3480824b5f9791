import { expect, test } from 'vitest'
import type { Call, Erasure } from '../history.ts'
import { businessId, call, message } from './checker.support.ts'
import { checkMessages } from './messages.ts'

const name = `${businessId} ada@example.com Order 1`
const gone: Erasure = { kind: 'erasure', at: 5_000, canaries: ['cnry000001x'] }
const toErased = JSON.stringify({ recipient_email: 'cnry000001x@example.com', subject: 'Order 1' })
const batch = (oks: boolean[]): Call =>
  call({
    operation: 'batch',
    status: 200,
    body: JSON.stringify({
      messages: oks.map((_, place) => ({ recipient_email: 'ada@example.com', subject: `Order ${place}` })),
    }),
    text: JSON.stringify({ results: oks.map((ok) => ({ ok })) }),
  })

for (const { what, calls, messages, found } of [
  { what: 'acknowledged and there', calls: [call()], messages: [message()], found: [] },
  { what: 'acknowledged twice and there once', calls: [call(), call()], messages: [message()], found: [] },
  { what: 'never answered and there', calls: [call({ status: null })], messages: [message()], found: [] },
  { what: 'never answered and not there', calls: [call({ status: null })], messages: [], found: [] },
  { what: 'acknowledged and lost', calls: [call()], messages: [], found: [`acknowledged and not there: ${name}`] },
  { what: 'there twice', calls: [call()], messages: [message(), message()], found: [`there 2 times: ${name}`] },
  { what: 'unasked', calls: [], messages: [message()], found: [`there, and nobody asked for it: ${name}`] },
  { what: 'acknowledged and erased', calls: [call({ body: toErased })], messages: [], found: [] },
  { what: 'an item that was refused', calls: [batch([false, true])], messages: [message()], found: [] },
  {
    what: 'an item that was acknowledged and lost',
    calls: [batch([true, true])],
    messages: [message()],
    found: [`acknowledged and not there: ${businessId} ada@example.com Order 0`],
  },
])
  test(`I1 ${what}`, () => {
    expect(checkMessages(calls, [gone], messages).map((one) => one.found)).toEqual(found)
  })
