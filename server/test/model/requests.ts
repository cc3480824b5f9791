/** Turns drawn commands into API requests. */
import { type ItemDraft, indexLimit, type KeyChoice, newest, type PushDraft, subjects } from './command-arbitraries.ts'
import type { Operation, PushRequest, Shop } from './model.ts'
import { now, type Run } from './run.ts'

const unknownId = 'msg_01KA00000000000000000000ZZ'
const hour = 3_600_000

export function requestOf(run: Run, draft: PushDraft): PushRequest {
  const { email } = run.people[draft.address]!
  const holder = draft.phone === 'own' ? draft.address : draft.phone
  const number = holder === undefined ? undefined : run.people[holder]!.phone
  const hours = { shape: undefined, past: -1, far: 91 * 24, none: draft.sendInDays && draft.sendInDays * 24 }[
    draft.flaw ?? 'none'
  ]
  return {
    recipient_email: draft.unnormalised === true ? ` ${email.toUpperCase()} ` : email,
    ...(draft.flaw !== 'shape' && { subject: subjects[draft.subject]! }),
    body: `Text ${draft.body}`,
    ...(number !== undefined && {
      recipient_phone: draft.unnormalised === true ? `${number.slice(0, 4)} ${number.slice(4)}` : number,
    }),
    ...('kind' in draft && { kind: draft.kind }),
    ...('notify' in draft && { notify: draft.notify }),
    ...('channels' in draft && { channels: draft.channels }),
    ...('optIn' in draft && { whatsapp_opt_in: { source: 'till' } }),
    ...('smsIfWhatsappFails' in draft && { sms_if_whatsapp_fails: draft.smsIfWhatsappFails }),
    ...('reference' in draft && { reference: draft.reference }),
    ...('orderStatus' in draft && { order_status: draft.orderStatus }),
    ...(hours !== undefined && { send_at: new Date(now(run) + hours * hour).toISOString() }),
    ...('escalateMinutes' in draft && { escalate_if_unread_after_minutes: draft.escalateMinutes }),
    ...('obsoletes' in draft && { obsoletes: draft.obsoletes.map((index) => idAt(run, index)) }),
  }
}

/** `earlier` is the request to repeat. */
export function chooseKey(run: Run, { keys }: Shop, operation: Operation, choice: KeyChoice) {
  const used = [...keys[operation]]
  if ('value' in choice) return { key: choice.value }
  if ('again' in choice && used.length > 0) {
    const [key, earlier] = used[choice.again % used.length]!
    return { key, earlier }
  }
  if ('other' in choice && used.length > 0) return { key: used[choice.other % used.length]![0] }
  return { key: `fresh ${run.freshKeys++}` }
}

export function itemOf(run: Run, { keys }: Shop, item: ItemDraft, key: string): unknown {
  if ('nonsense' in item) return item.nonsense
  return (item.same === true ? keys.push.get(key)?.body : undefined) ?? requestOf(run, item.push)
}

/** The minute of the run in which `send_at` falls. A sequence takes only seconds, so minutes can be rounded. */
export const minuteOf = (run: Run, { send_at: sendAt }: PushRequest): number | null =>
  sendAt == null ? null : run.common.minute + Math.round((Date.parse(sendAt) - now(run)) / 60_000)

/** The index `indexLimit` refers to an unknown message. */
export const idAt = ({ known, pushed }: Run, index: number): string => {
  if (index === newest) return pushed ?? unknownId
  return (index === indexLimit ? undefined : known[index % known.length]) ?? unknownId
}

/** The same body with its fields in reverse order, which must not matter (4.1). */
export const backwards = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && !Array.isArray(body)
    ? Object.fromEntries(Object.entries(body).toReversed())
    : body
