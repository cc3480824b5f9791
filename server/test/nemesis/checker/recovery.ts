import { parseId } from '../../../src/ids.ts'
import { groupBy } from '../../support/tally.ts'
import type { Attempt, SendRow } from '../evidence.ts'
import type { Call, ClockStep, Fault, Overdue } from '../history.ts'
import { broken, type Violation } from './violation.ts'

const mostSeconds = 60

/** P5. */
export const checkRecovery = (faults: Fault[]): Violation[] =>
  broken(
    'P5 everything works again within 60 s without a hand',
    faults
      .filter(({ recoverySeconds }) => recoverySeconds > mostSeconds)
      .map(({ name, detail, recoverySeconds }) => `after ${recoverySeconds.toFixed(1)} s: ${name} ${detail}`),
  )

/** I8, of everything at the end, and of every held email on the way. */
export function checkHolds(
  overdue: Overdue[],
  calls: Call[],
  steps: ClockStep[],
  faults: Fault[],
  sends: SendRow[],
  attempts: Attempt[],
): Violation[] {
  const seen = groupBy(
    attempts.filter(({ sendId }) => sendId !== null),
    ({ sendId }) => sendId!,
  )
  // One that was tried while the provider could not be reached happened in time, unseen, and then waits for its next try.
  const wasSeenEachTime = ({ id, attempts: made }: SendRow): boolean => made === (seen.get(id)?.length ?? 0)
  const emailOf = new Map(
    [
      ...groupBy(
        sends.filter(({ channel, attempts: made }) => channel === 'email' && made > 0),
        ({ message_id }) => message_id,
      ),
    ]
      .filter(([, own]) => own.length === 1 && wasSeenEachTime(own[0]!))
      .map(([id, [email]]) => [id, email!.id]),
  )
  const firstAttempt = new Map([...seen].map(([id, made]) => [id, Math.min(...made.map(({ at }) => at))]))
  const windows = faults.map(({ from, until, recoverySeconds }) => ({ from, until: until + recoverySeconds * 1_000 }))
  return broken('I8 what is due happens within 60 s of recovery', [
    ...overdue
      .filter(
        ({ secondsAfterRecovery, sends: left, deliveries }) =>
          secondsAfterRecovery > mostSeconds && left + deliveries > 0,
      )
      .map(
        ({ sends: left, deliveries, secondsAfterRecovery }) =>
          `${left} sends and ${deliveries} deliveries after ${secondsAfterRecovery.toFixed(0)} s`,
      ),
    ...calls.flatMap(heldBy).flatMap(({ messageId, dueAt }) => {
      const at = firstAttempt.get(emailOf.get(messageId) ?? '')
      if (at === undefined) return []
      const latest = latestFor(moment(dueAt, steps), windows)
      return at > latest
        ? [
            `${messageId} was due by ${new Date(latest).toISOString()} and went ${Math.round((at - latest) / 1_000)} s later`,
          ]
        : []
    }),
  ])
}

function heldBy({ operation, status, text }: Call): { messageId: string; dueAt: number }[] {
  if (operation !== 'push' || status !== 201) return []
  const { id, scheduled_for: dueAt } = JSON.parse(text) as { id: string; scheduled_for: string | null }
  return dueAt === null ? [] : [{ messageId: parseId('msg', id)!, dueAt: Date.parse(dueAt) }]
}

/** When the service's clock came to show this, on the machine's clock. */
export function moment(shown: number, steps: Pick<ClockStep, 'at' | 'seconds'>[]): number {
  let ahead = 0
  for (const { at, seconds } of steps) {
    if (at + ahead >= shown) break
    ahead += seconds * 1_000
    // It was stepped over.
    if (at + ahead >= shown) return at
  }
  return shown - ahead
}

/** A minute from then; where a fault lies in that minute, a minute from when all was well again. */
export function latestFor(dueAt: number, windows: { from: number; until: number }[]): number {
  return windows
    .toSorted((one, other) => one.from - other.from)
    .reduce(
      (latest, { from, until }) =>
        from <= latest && until >= dueAt ? Math.max(latest, until + mostSeconds * 1_000) : latest,
      dueAt + mostSeconds * 1_000,
    )
}
