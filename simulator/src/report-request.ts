import { type Status, statuses } from './outbox.ts'
import { type Mode, modes } from './reports.ts'
import { isOneOf, type Problem, readFields } from './request-body.ts'

/** The body of `POST /reports`, or its problem. */
export function readMode(body: string): { mode: Mode } | Problem {
  const given = readFields(body, ['mode'])
  if ('problem' in given) return given
  const { mode } = given.fields
  return isOneOf<Mode>(modes, mode) ? { mode } : { problem: `mode must be one of ${modes.join(', ')}` }
}

/** The body of `POST /report`, or its first problem. */
export function readReport(body: string): { id: string; status: Status } | Problem {
  const given = readFields(body, ['id', 'status'])
  if ('problem' in given) return given
  const { id, status } = given.fields
  if (typeof id !== 'string') return noId
  return isOneOf<Status>(statuses, status)
    ? { id, status }
    : { problem: `status must be one of ${statuses.join(', ')}` }
}

/** The body of `POST /open`, or its problem. */
export function readOpen(body: string): { id: string } | Problem {
  const given = readFields(body, ['id'])
  if ('problem' in given) return given
  const { id } = given.fields
  return typeof id === 'string' ? { id } : noId
}

const noId: Problem = { problem: 'id must be the id of an item of the outbox' }
