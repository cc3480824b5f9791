import type { Attempt } from '../evidence.ts'
import type { Hold } from '../history.ts'
import { type Violation, violationsOf } from './violation.ts'

export const checkHolds = (holds: Pick<Hold, 'from' | 'until'>[], attempts: Attempt[]): Violation[] =>
  violationsOf(
    'I14 nothing is submitted while an operator holds sending',
    holds.flatMap(({ from, until }) =>
      attempts
        .filter(({ at }) => at > from && at < until)
        .map(
          ({ channel, at }) =>
            `${channel} was submitted ${((at - from) / 1_000).toFixed(1)} s after all workers had stopped`,
        ),
    ),
  )
