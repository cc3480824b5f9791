import { statement } from '../../../src/db/statement.ts'
import { parseId } from '../../../src/ids.ts'
import type { Barrier, NudgeSnapshot } from '../history.ts'
import type { LoadClient } from './load-client.ts'

type MessageNudge = NudgeSnapshot & { channel: string; escalates: boolean }

/**
 * To be called right after a successful response, when the change that forbids the nudges is committed. If the database is
 * unavailable at this moment, nothing is recorded, because the state of the nudges is then unknown.
 */
export async function recordBarrier(
  { history, deployment: { db } }: LoadClient,
  cause: Barrier['cause'],
  publicId: string,
  isForbidden: (nudge: MessageNudge) => boolean,
): Promise<void> {
  const messageId = parseId('msg', publicId)!
  const nudges = await db.all(nudgesOfMessage, { messageId }).catch(() => null)
  if (nudges === null) return
  const forbidden = nudges.filter(isForbidden).map(({ id, state, attempts }) => ({ id, state, attempts }))
  history.record({ kind: 'barrier', cause, at: Date.now(), messageId, nudges: forbidden })
}

const nudgesOfMessage = statement<{ messageId: string }, MessageNudge>(
  'nemesis.nudges_of_message',
  'select id, channel, state, attempts, escalates_at is not null as escalates from nudges where message_id = $messageId',
)
