import { expect, test } from 'vitest'
import type { Channel } from './channels.ts'
import { type Conversation, groupConversations } from './conversations.ts'
import type { Submission } from './outbox.ts'
import type { Reply } from './replies.ts'
import { testSubmission } from './test-submission.ts'

const moment = (second: number): string => new Date(Date.UTC(2026, 10, 15, 6, 0, second)).toISOString()

const send = (to: string, second: number, accepted = true, channel: Channel = 'sms'): Submission =>
  testSubmission({ id: `send ${second}`, channel, to, at: moment(second) }, accepted)

const reply = (from: string, second: number): Reply => ({
  channel: 'sms',
  from,
  text: `reply ${second}`,
  at: moment(second),
  accepted: true,
})

const ada = '+447700900123'
const bob = '+447700900124'

/** A conversation as a flat list that a test can compare. */
const flatten = ({ number, bubbles, earlier }: Conversation) => [
  number,
  earlier,
  ...bubbles.map((one) =>
    'reply' in one ? one.reply.text : `${one.attempt.id}${one.attempt.accepted ? '' : ' refused'}`,
  ),
]

for (const [rule, sends, replies, expected] of [
  ['no messages make no conversation', [], [], []],
  [
    'messages and replies are sorted oldest first',
    [send(ada, 1), send(ada, 3)],
    [reply(ada, 2)],
    [[ada, 0, 'send 1', 'reply 2', 'send 3']],
  ],
  [
    'the number with the newest message or reply comes first',
    [send(ada, 1), send(bob, 2)],
    [reply(ada, 3)],
    [
      [ada, 0, 'send 1', 'reply 3'],
      [bob, 0, 'send 2'],
    ],
  ],
  ['a refused message is shown', [send(ada, 1, false)], [], [[ada, 0, 'send 1 refused']]],
  [
    'emails and messages without a number are left out',
    [send('ada@example.com', 1, true, 'email'), send('', 2, false)],
    [],
    [],
  ],
  ['a number that only sent a reply has a conversation', [], [reply(ada, 1)], [[ada, 0, 'reply 1']]],
] as [string, Submission[], Reply[], unknown[]][])
  test(rule, async () => {
    expect((await groupConversations(sends, replies)).map(flatten)).toEqual(expected)
  })

test('a long conversation shows the newest 50 messages and counts the earlier ones', async () => {
  const sends = Array.from({ length: 53 }, (_, second) => send(ada, second))
  const [conversation] = await groupConversations(sends, [])
  const flat = flatten(conversation!)
  expect([flat.length, ...flat.slice(0, 3), flat.at(-1)]).toEqual([52, ada, 3, 'send 3', 'send 52'])
})

test('the 20 newest conversations are shown', async () => {
  const sends = Array.from({ length: 21 }, (_, second) => send(`+4477009001${10 + second}`, second))
  const numbers = (await groupConversations(sends, [])).map(({ number }) => number)
  expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([20, '+447700900130', '+447700900111'])
})
