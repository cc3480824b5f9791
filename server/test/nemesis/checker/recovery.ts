import { parseId } from '../../../src/ids.ts'
import { groupBy } from '../../support/tally.ts'
import type { Attempt, NudgeRow } from '../evidence.ts'
import type { Call, ClockStep, Fault, Overdue } from '../history.ts'
import { type Violation, violationsOf } from './violation.ts'

const maxSeconds = 60

export const checkRecovery = (faults: Fault[]): Violation[] =>
  violationsOf(
    'P5 everything works again within 60 s without intervention',
    faults
      .filter(({ recoverySeconds }) => recoverySeconds > maxSeconds)
      .map(({ name, detail, recoverySeconds }) => `after ${recoverySeconds.toFixed(1)} s: ${name} ${detail}`),
  )

/**
 * I8, for all due work at the end of the run and for every scheduled email during it. At the end the clock has moved by more than
 * three days, and nothing in the load is scheduled later than that.
 */
export function checkDueWork(
  overdue: Overdue[],
  calls: Call[],
  steps: ClockStep[],
  faults: Fault[],
  nudges: NudgeRow[],
  attempts: Attempt[],
): Violation[] {
  const arrived = groupBy(
    attempts.filter(({ nudgeId }) => nudgeId !== null),
    ({ nudgeId }) => nudgeId!,
  )
  // An attempt that could not reach the provider was in time but is not in the evidence, so such emails are left out.
  const allAttemptsArrived = ({ id, attempts: made }: NudgeRow): boolean => made === (arrived.get(id)?.length ?? 0)
  const emailOf = new Map(
    [
      ...groupBy(
        nudges.filter(({ channel, attempts: made }) => channel === 'email' && made > 0),
        ({ message_id }) => message_id,
      ),
    ]
      .filter(([, own]) => own.length === 1 && allAttemptsArrived(own[0]!))
      .map(([id, [email]]) => [id, email!.id]),
  )
  const firstAttempt = new Map([...arrived].map(([id, made]) => [id, Math.min(...made.map(({ at }) => at))]))
  const windows = faults.map(({ from, until, recoverySeconds }) => ({ from, until: until + recoverySeconds * 1_000 }))
  return violationsOf('I8 due work is done within 60 s of recovery', [
    ...overdue
      .filter(
        ({ secondsAfterRecovery, nudges: overdueNudges, deliveries }) =>
          secondsAfterRecovery > maxSeconds && overdueNudges + deliveries > 0,
      )
      .map(
        ({ nudges: overdueNudges, deliveries, secondsAfterRecovery }) =>
          `${overdueNudges} nudges and ${deliveries} deliveries after ${secondsAfterRecovery.toFixed(0)} s`,
      ),
    ...nudges
      .filter(({ state }) => state === 'waiting' || state === 'queued' || state === 'submitting')
      .map(({ id, channel, state }) => `${channel} ${id} ended ${state}`),
    ...calls.flatMap(scheduledBy).flatMap(({ messageId, dueAt }) => {
      const at = firstAttempt.get(emailOf.get(messageId) ?? '')
      if (at === undefined) return []
      const deadline = deadlineFor(machineTime(dueAt, steps), windows)
      const secondsLate = Math.round((at - deadline) / 1_000)
      return at > deadline
        ? [`${messageId} was due by ${new Date(deadline).toISOString()} and was submitted ${secondsLate} s later`]
        : []
    }),
  ])
}

function scheduledBy({ operation, status, text }: Call): { messageId: string; dueAt: number }[] {
  if (operation !== 'push' || status !== 201) return []
  const { id, scheduled_for: dueAt } = JSON.parse(text) as { id: string; scheduled_for: string | null }
  return dueAt === null ? [] : [{ messageId: parseId('msg', id)!, dueAt: Date.parse(dueAt) }]
}

/** The time of the machine's clock at which the service's clock reached `serviceTime`. */
export function machineTime(serviceTime: number, steps: Pick<ClockStep, 'at' | 'seconds'>[]): number {
  let ahead = 0
  for (const { at, seconds } of steps) {
    if (at + ahead >= serviceTime) break
    ahead += seconds * 1_000
    // This step skipped over `serviceTime`.
    if (at + ahead >= serviceTime) return at
  }
  return serviceTime - ahead
}

/** A minute after `dueAt`. A fault before the deadline extends it to a minute after the recovery from that fault. */
export function deadlineFor(dueAt: number, windows: { from: number; until: number }[]): number {
  return windows
    .toSorted((one, other) => one.from - other.from)
    .reduce(
      (deadline, { from, until }) =>
        from <= deadline && until >= dueAt ? Math.max(deadline, until + maxSeconds * 1_000) : deadline,
      dueAt + maxSeconds * 1_000,
    )
}
