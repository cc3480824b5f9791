/** The responses that the model expects, and their comparison with the actual ones. */
import { isDeepStrictEqual } from 'node:util'
import { mapPaid } from '../../src/channels/registry.ts'
import type { ApiResponse } from '../support/client.ts'
import type { PushRequest } from './model.ts'
import type { PaidOutcome, Pushed } from './push.ts'
import type { Run } from './run.ts'

export type Json = ApiResponse['json']
export type Outcome = { status: number; body: Json }

/** The whole push result. For a new message the model takes over the id and the times that the service chose. */
export function expectedResult(run: Run, pushed: Pushed, request: PushRequest, actual: Json): Json {
  const { message, created, nudged, scheduled, email, sms, whatsapp, optIn } = pushed
  const at: string = actual?.updated_at ?? ''
  if (created) {
    expectEqual('a new message has a new id', run.known.includes(actual?.id), false)
    message.id = actual?.id ?? 'an id'
    message.createdAt = at
    run.known.push(message.id)
  }
  run.pushed = message.id
  if (optIn?.recorded === true) optIn.recipient.optedInAt ||= at
  recordCoverage(run, pushed, request)
  const block = (paid: PaidOutcome | null) => {
    if (paid === null) return null
    const { escalates, ...rest } = paid
    const minutes = request.escalate_if_unread_after_minutes ?? 0
    return { ...rest, escalates_at: escalates ? later(request.send_at ?? at, minutes) : null }
  }
  return {
    id: message.id,
    recipient_email: message.email,
    subject: message.subject,
    kind: message.kind,
    status: 'active',
    created,
    scheduled_for: scheduled ? request.send_at : null,
    nudged,
    email,
    ...mapPaid(() => null),
    sms: block(sms),
    sms_units: sms?.queued === true ? 1 : 0,
    whatsapp: block(whatsapp),
    whatsapp_opt_in: optIn && {
      recorded: optIn.recorded,
      // If two reasons apply, the service may return either.
      reason: optIn.reasons.find((reason) => reason === actual?.whatsapp_opt_in?.reason) ?? optIn.reasons[0],
      opted_in_at: optIn.recorded ? optIn.recipient.optedInAt : null,
    },
    reference: request.reference ?? null,
    order_status: request.order_status ?? null,
    created_at: message.createdAt,
    updated_at: at,
  }
}

function recordCoverage(
  { covered }: Run,
  { created, email, sms, whatsapp, optIn }: Pushed,
  request: PushRequest,
): void {
  covered.add(
    `message ${created ? 'created' : request.notify == null ? 'updated' : `updated, notify ${request.notify}`}`,
  )
  if (email !== null) covered.add(`email ${email.skipped_reason ?? 'sending'}`)
  if (optIn !== null) covered.add(`opt-in ${optIn.reasons.join(' and ') || 'recorded'}`)
  const queued = (escalates: boolean): string =>
    escalates ? 'escalates' : request.send_at == null ? 'queued' : 'scheduled'
  for (const [channel, paid] of Object.entries({ sms, whatsapp }))
    covered.add(`${channel} ${paid === null ? 'not selected' : (paid.skipped_reason ?? queued(paid.escalates))}`)
}

const later = (moment: string, minutes: number): string => {
  const start = Date.parse(moment)
  return Number.isNaN(start) ? 'no moment' : new Date(start + minutes * 60_000).toISOString()
}

/** The compared part of a response. The text of an error is not compared. */
export function outcome({ status, json }: ApiResponse): Outcome {
  if (status >= 400) return { status, body: { error_code: json?.error_code } }
  if (!Array.isArray(json?.results)) return { status, body: json }
  return {
    status,
    body: {
      results: json.results.map(({ index, ok, result, error_code }: Json) => ({ index, ok, result, error_code })),
    },
  }
}
export const refusal = (status: number, code: string): Outcome => ({ status, body: { error_code: code } })

export function expectEqual(description: string, actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return
  throw new Error(`${description}\n  service ${JSON.stringify(actual)}\n  model   ${JSON.stringify(expected)}`)
}

/** A replay of a response that was erased with its recipient returns 404, and its key stays used. */
export function expectReplay(
  description: string,
  response: ApiResponse,
  first: { status: number; text: string | null },
): void {
  const { status, text, headers } = response
  if (first.text === null)
    return expectEqual(`${description} erased`, outcome(response), refusal(404, 'message.not_found'))
  expectEqual(
    `${description} replayed`,
    { status, text, expectReplay: headers['idempotent-replayed'] },
    { status: first.status, text: first.text, expectReplay: 'true' },
  )
}
