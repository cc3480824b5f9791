import { expect, test } from 'vitest'
import { currentTrace, isSampled, isTraced, readTraceparent, startWork } from './tracing.ts'

test('without a subscriber there is no work and no context', () => {
  expect([isTraced(), startWork('request', 'request'), currentTrace()]).toEqual([false, null, undefined])
})

const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
for (const [what, header, isRead] of [
  ['a well-formed one', `00-${traceId}-${spanId}-01`, true],
  ['none', undefined, false],
  ['two headers', [`00-${traceId}-${spanId}-01`, `00-${traceId}-${spanId}-01`], false],
  ['another version', `01-${traceId}-${spanId}-01`, false],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${spanId}-01`, false],
  ['a span of zeros', `00-${traceId}-${'0'.repeat(16)}-01`, false],
  ['capital letters', `00-${traceId.toUpperCase()}-${spanId}-01`, false],
  ['more text', `00-${traceId}-${spanId}-01-ada@example.com`, false],
] as const)
  test(`a traceparent header: ${what} is ${isRead ? 'read' : 'ignored'}`, () => {
    expect(readTraceparent(header as string)).toBe(isRead ? header : undefined)
  })

test.each([
  ['01', true],
  ['03', true],
  ['00', false],
  ['02', false],
])('the flags %s: sampled is %s', (flags, expected) => {
  expect(isSampled(`00-${traceId}-${spanId}-${flags}`)).toBe(expected)
})
