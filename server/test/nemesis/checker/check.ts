import type { Evidence } from '../evidence.ts'
import { checkCounts } from './counts.ts'
import { checkCredits } from './credits.ts'
import { checkMemberActs } from './dashboard.ts'
import { checkErasures } from './erasures.ts'
import { checkEvents } from './events.ts'
import { checkFigures } from './figures.ts'
import { checkHolds } from './holds.ts'
import { checkKeys } from './keys.ts'
import { checkMessages } from './messages.ts'
import { checkBarriers, checkStoredAttempts, checkSubmissions, checkTexts } from './nudges.ts'
import { checkProcesses, checkReadiness } from './processes.ts'
import { checkDueWork, checkRecovery } from './recovery.ts'
import { checkResponses } from './responses.ts'
import { checkSecretKeys } from './secret-keys.ts'
import { checkTestSides } from './test-sides.ts'
import type { Violation } from './violation.ts'

/** Checks every guarantee against the evidence of one run. */
export function check({ history, rows, attempts, arrivals, leftovers }: Evidence): Violation[] {
  const { messages, nudges, ledger, balances, counts, events, deliveries } = rows
  const [calls, faults, erasures, samples] = [
    history.all('call'),
    history.all('fault'),
    history.all('erasure'),
    history.all('sample'),
  ]
  return [
    ...checkMessages(calls, erasures, messages),
    ...checkSubmissions(nudges, attempts),
    ...checkTexts(nudges),
    ...checkStoredAttempts(nudges),
    ...checkCredits(balances, ledger, nudges),
    ...checkCounts(counts, messages),
    ...checkEvents(messages, nudges, events, deliveries, arrivals),
    ...checkErasures(erasures, leftovers, arrivals, attempts),
    ...checkKeys(calls, erasures),
    ...checkBarriers(history.all('barrier'), nudges),
    ...checkDueWork(history.all('overdue'), calls, history.all('step'), faults, nudges, attempts),
    ...checkSecretKeys(history.all('visit'), arrivals, history.all('reseal')),
    ...checkTestSides(nudges, rows.outbox, attempts),
    ...checkHolds(history.all('hold'), attempts),
    ...checkFigures(rows, rows),
    ...checkMemberActs(history.all('act'), rows.memberActs, messages),
    ...checkResponses(calls),
    ...checkProcesses(history.all('crash'), samples),
    ...checkReadiness(samples, calls, faults),
    ...checkRecovery(faults),
  ]
}
