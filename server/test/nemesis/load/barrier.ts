import { statement } from '../../../src/db/statement.ts'
import { parseId } from '../../../src/ids.ts'
import type { Barrier, StoodAt } from '../history.ts'
import type { Lane } from './lane.ts'

type Stood = StoodAt & { channel: string; escalates: boolean }

/**
 * Something that forbids sends was just answered, so it is committed: how do they stand? Where the database cannot be asked just
 * now, nothing is known of the moment, and nothing is claimed.
 */
export async function noteBarrier(
  { history, deployment: { db } }: Lane,
  cause: Barrier['cause'],
  publicId: string,
  isMeant: (send: Stood) => boolean,
): Promise<void> {
  const messageId = parseId('msg', publicId)!
  const sends = await db.all(sendsOfMessage, { messageId }).catch(() => null)
  if (sends === null) return
  const stood = sends.filter(isMeant).map(({ id, state, attempts }) => ({ id, state, attempts }))
  history.record({ kind: 'barrier', cause, at: Date.now(), messageId, sends: stood })
}

const sendsOfMessage = statement<{ messageId: string }, Stood>(
  'nemesis.sends_of_message',
  'select id, channel, state, attempts, escalates_at is not null as escalates from nudges where message_id = $messageId',
)
