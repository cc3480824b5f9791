/** What the model expects, in the words of the interface, and how it is compared with what came. */
import { isDeepStrictEqual } from 'node:util'
import { mapPaid } from '../../src/channels/registry.ts'
import type { Answer } from '../support/client.ts'
import type { PushRequest } from './model.ts'
import type { PaidOutcome, Pushed } from './push.ts'
import type { Run } from './run.ts'

export type Json = Answer['json']
export type Outcome = { status: number; body: Json }

/** The whole push result. A new message is bound to the id and the moments it was given; they stay its own. */
export function resultOf(run: Run, pushed: Pushed, request: PushRequest, actual: Json): Json {
  const { message, created, nudged, scheduled, email, sms, whatsapp, optIn } = pushed
  const at: string = actual?.updated_at ?? ''
  if (created) {
    same('a new message has an id of its own', run.known.includes(actual?.id), false)
    message.id = actual?.id ?? 'an id'
    message.createdAt = at
    run.known.push(message.id)
  }
  run.pushed = message.id
  if (optIn?.recorded === true) optIn.recipient.optedInAt ||= at
  note(run, pushed, request)
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
      // Of two reasons either may be told.
      reason: optIn.reasons.find((reason) => reason === actual?.whatsapp_opt_in?.reason) ?? optIn.reasons[0],
      opted_in_at: optIn.recorded ? optIn.recipient.optedInAt : null,
    },
    reference: request.reference ?? null,
    order_status: request.order_status ?? null,
    created_at: message.createdAt,
    updated_at: at,
  }
}

function note({ met }: Run, { created, email, sms, whatsapp, optIn }: Pushed, request: PushRequest): void {
  met.add(`message ${created ? 'created' : request.notify == null ? 'updated' : `updated, notify ${request.notify}`}`)
  if (email !== null) met.add(`email ${email.skipped_reason ?? 'sending'}`)
  if (optIn !== null) met.add(`opt-in ${optIn.reasons.join(' and ') || 'recorded'}`)
  const going = (escalates: boolean): string => (escalates ? 'escalates' : request.send_at == null ? 'queued' : 'held')
  for (const [channel, paid] of Object.entries({ sms, whatsapp }))
    met.add(`${channel} ${paid === null ? 'silent' : (paid.skipped_reason ?? going(paid.escalates))}`)
}

const later = (moment: string, minutes: number): string => {
  const start = Date.parse(moment)
  return Number.isNaN(start) ? 'no moment' : new Date(start + minutes * 60_000).toISOString()
}

/** What is compared of an answer: the words of a refusal are not. */
export function outcome({ status, json }: Answer): Outcome {
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

export function same(what: string, actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return
  throw new Error(`${what}\n  service ${JSON.stringify(actual)}\n  model   ${JSON.stringify(expected)}`)
}

/** What was erased with the one it named is not found, and its key is not free for that (decision 25). */
export function replayed(what: string, answer: Answer, first: { status: number; text: string | null }): void {
  const { status, text, headers } = answer
  if (first.text === null) return same(`${what} erased`, outcome(answer), refusal(404, 'message.not_found'))
  same(
    `${what} replayed`,
    { status, text, replayed: headers['idempotent-replayed'] },
    { status: first.status, text: first.text, replayed: 'true' },
  )
}
