import { expect, test } from 'vitest'
import type { Channel } from './channels.ts'
import { type Conversation, conversationsOf } from './conversations.ts'
import type { Submission } from './outbox.ts'
import type { Reply } from './replies.ts'
import { submissionOf } from './test-submission.ts'

const moment = (second: number): string => new Date(Date.UTC(2026, 10, 15, 6, 0, second)).toISOString()

const send = (to: string, second: number, accepted = true, channel: Channel = 'sms'): Submission =>
  submissionOf({ id: `send ${second}`, channel, to, at: moment(second) }, accepted)

const reply = (from: string, second: number): Reply => ({
  channel: 'sms',
  from,
  text: `reply ${second}`,
  at: moment(second),
  taken: true,
})

const ada = '+447700900123'
const bob = '+447700900124'

/** A conversation in words. */
const wordsOf = ({ number, bubbles, earlier }: Conversation) => [
  number,
  earlier,
  ...bubbles.map((one) =>
    'reply' in one ? one.reply.text : `${one.attempt.id}${one.attempt.accepted ? '' : ' refused'}`,
  ),
]

for (const [rule, sends, replies, expected] of [
  ['nothing is no conversation', [], [], []],
  [
    'the oldest comes first, whoever wrote it',
    [send(ada, 1), send(ada, 3)],
    [reply(ada, 2)],
    [[ada, 0, 'send 1', 'reply 2', 'send 3']],
  ],
  [
    'the number on which something happened last comes first',
    [send(ada, 1), send(bob, 2)],
    [reply(ada, 3)],
    [
      [ada, 0, 'send 1', 'reply 3'],
      [bob, 0, 'send 2'],
    ],
  ],
  ['what was refused is shown too', [send(ada, 1, false)], [], [[ada, 0, 'send 1 refused']]],
  [
    'a mail is on no telephone, nor is what has no number',
    [send('ada@example.com', 1, true, 'email'), send('', 2, false)],
    [],
    [],
  ],
  ['who was never written to has a telephone as well', [], [reply(ada, 1)], [[ada, 0, 'reply 1']]],
] as [string, Submission[], Reply[], unknown[]][])
  test(rule, async () => {
    expect((await conversationsOf(sends, replies)).map(wordsOf)).toEqual(expected)
  })

test('of a long conversation the newest 50 are shown, and the others counted', async () => {
  const sends = Array.from({ length: 53 }, (_, second) => send(ada, second))
  const [conversation] = await conversationsOf(sends, [])
  const words = wordsOf(conversation!)
  expect([words.length, ...words.slice(0, 3), words.at(-1)]).toEqual([52, ada, 3, 'send 3', 'send 52'])
})

test('of many telephones the newest 20 are shown', async () => {
  const sends = Array.from({ length: 21 }, (_, second) => send(`+4477009001${10 + second}`, second))
  const numbers = (await conversationsOf(sends, [])).map(({ number }) => number)
  expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([20, '+447700900130', '+447700900111'])
})
