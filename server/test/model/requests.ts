/** What a drawn command asks for, in the words of the interface. */
import { type ItemDraft, type KeyChoice, newest, type PushDraft, places, subjects } from './alphabet.ts'
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
    recipient_email: draft.loud === true ? ` ${email.toUpperCase()} ` : email,
    ...(draft.flaw !== 'shape' && { subject: subjects[draft.subject]! }),
    body: `Text ${draft.body}`,
    ...(number !== undefined && {
      recipient_phone: draft.loud === true ? `${number.slice(0, 4)} ${number.slice(4)}` : number,
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
    ...('obsoletes' in draft && { obsoletes: draft.obsoletes.map((place) => idAt(run, place)) }),
  }
}

/** `earlier`: the request that is to be made again. */
export function chooseKey(run: Run, { keys }: Shop, operation: Operation, choice: KeyChoice) {
  const spent = [...keys[operation]]
  if ('word' in choice) return { key: choice.word }
  if ('again' in choice && spent.length > 0) {
    const [key, earlier] = spent[choice.again % spent.length]!
    return { key, earlier }
  }
  if ('other' in choice && spent.length > 0) return { key: spent[choice.other % spent.length]![0] }
  return { key: `fresh ${run.freshKeys++}` }
}

export function itemOf(run: Run, { keys }: Shop, item: ItemDraft, key: string): unknown {
  if ('nonsense' in item) return item.nonsense
  return (item.same === true ? keys.push.get(key)?.body : undefined) ?? requestOf(run, item.push)
}

/** The minute of the run that a `send_at` is in. Minutes are whole: whatever a sequence takes, it takes seconds. */
export const minuteOf = (run: Run, { send_at: sendAt }: PushRequest): number | null =>
  sendAt == null ? null : run.common.minute + Math.round((Date.parse(sendAt) - now(run)) / 60_000)

/** The place after the last is nobody's. */
export const idAt = ({ known, pushed }: Run, place: number): string => {
  if (place === newest) return pushed ?? unknownId
  return (place === places ? undefined : known[place % known.length]) ?? unknownId
}

/** The same body, as another program might write it: the order of fields means nothing (4.1). */
export const backwards = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && !Array.isArray(body)
    ? Object.fromEntries(Object.entries(body).toReversed())
    : body
