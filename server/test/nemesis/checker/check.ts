import type { Evidence } from '../evidence.ts'
import { checkAnswers } from './answers.ts'
import { checkCounts } from './counts.ts'
import { checkCredits } from './credits.ts'
import { checkErasures } from './erasures.ts'
import { checkEvents } from './events.ts'
import { checkKeys } from './keys.ts'
import { checkMessages } from './messages.ts'
import { checkProcesses, checkReadiness } from './processes.ts'
import { checkHolds, checkRecovery } from './recovery.ts'
import { checkBarriers, checkSubmissions, checkTexts } from './sends.ts'
import type { Violation } from './violation.ts'

/** Everything that was promised, held against everything that happened. */
export function check({ history, rows, attempts, arrivals, remains }: Evidence): Violation[] {
  const { messages, sends, ledger, balances, counts, events, deliveries } = rows
  const [calls, faults, erasures, samples] = [
    history.all('call'),
    history.all('fault'),
    history.all('erasure'),
    history.all('sample'),
  ]
  return [
    ...checkMessages(calls, erasures, messages),
    ...checkSubmissions(sends, attempts),
    ...checkTexts(sends),
    ...checkCredits(balances, ledger, sends),
    ...checkCounts(counts, messages),
    ...checkEvents(messages, sends, events, deliveries, arrivals),
    ...checkErasures(erasures, remains, arrivals, attempts),
    ...checkKeys(calls, erasures),
    ...checkBarriers(history.all('barrier'), sends),
    ...checkHolds(history.all('overdue'), calls, history.all('step'), faults, sends, attempts),
    ...checkAnswers(calls),
    ...checkProcesses(history.all('crash'), samples),
    ...checkReadiness(samples, calls, faults),
    ...checkRecovery(faults),
  ]
}
