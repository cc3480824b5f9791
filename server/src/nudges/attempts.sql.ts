import { statement } from '../db/statement.ts'
import type { NudgeAttempt } from './attempts.decide.ts'

type StoredAttempt = NudgeAttempt & { businessId: string; nudgeId: string; messageId: string }
/** A result that is recorded twice, and a report that a provider repeats, are stored once. */
export const storeAttempts = statement<{ attempts: StoredAttempt[] }>(
  'nudges.store_attempts',
  `insert into nudge_attempts (business_id, nudge_id, message_id, attempt, source, outcome, code, words, next_attempt_at, at)
   select * from $attempts(business_id uuid, nudge_id uuid, message_id uuid, attempt smallint, source text, outcome text, code text,
                           words text, next_attempt_at timestamptz, at timestamptz)
       on conflict do nothing`,
)
