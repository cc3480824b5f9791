import { expect, test } from 'vitest'
import { splitBatch } from './batches.ts'
import type { PushRequest } from './openapi.ts'

const push = (bodyLength: number, character = 'x'): PushRequest => ({
  recipient_email: 'ada@example.com',
  subject: 'Shipped',
  body: character.repeat(bodyLength),
})
const mebibyte = 1024 * 1024

for (const [what, messages, sizes] of [
  ['no message', [], []],
  ['100', Array.from({ length: 100 }, () => push(1)), [100]],
  ['101', Array.from({ length: 101 }, () => push(1)), [100, 1]],
  ['250', Array.from({ length: 250 }, () => push(1)), [100, 100, 50]],
  ['8 MiB in total', [push(3 * mebibyte), push(4 * mebibyte), push(mebibyte), push(1)], [2, 2]],
  ['bytes and not characters', [push(3 * mebibyte, 'é'), push(3 * mebibyte, 'x')], [1, 1]],
  ['a message that is too large by itself', [push(1), push(9 * mebibyte), push(1)], [1, 1, 1]],
] as const)
  test(`${what}: requests of ${sizes.join(', ') || 'nothing'}`, () => {
    const chunks = splitBatch(messages)
    expect(chunks.map(({ messages: each }) => each.length)).toEqual(sizes)
    expect(chunks.flatMap(({ messages: each }) => each)).toEqual(messages)
    for (const { messages: each } of chunks.filter((chunk) => chunk.messages.length > 1))
      expect(Buffer.byteLength(JSON.stringify({ messages: each }))).toBeLessThanOrEqual(8 * mebibyte)
  })
