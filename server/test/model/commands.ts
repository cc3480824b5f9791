import type { Answer } from '../support/client.ts'
import type { Command } from './alphabet.ts'
import { type Json, type Outcome, outcome, refusal, replayed, resultOf, same } from './answers.ts'
import { erase } from './erasure.ts'
import { advance, open, report, send, take, tellProvider, writeBack } from './happenings.ts'
import { checkBalances } from './invariants.ts'
import { resend, retract } from './messages.ts'
import { grant, type Operation, type PushRequest, type Shop, spend, verdictOf } from './model.ts'
import { isMalformed, type Moment, push } from './push.ts'
import { isStopped, setPhone, stopFromDashboard, unsubscribe } from './recipients.ts'
import { backwards, chooseKey, idAt, itemOf, minuteOf, requestOf } from './requests.ts'
import { dayOf, send as post, type Run } from './run.ts'

const messagesPath = '/api/v1/messages'
const batchPath = '/api/v1/messages/batch'

/** Carries a command out on both sides and compares. A new command is a case here, a shape in the alphabet and its rule in the model. */
export async function carryOut(run: Run, command: Command): Promise<void> {
  run.calls++
  if ('shop' in command) await ask(run, command)
  else await happen(run, command)
  await checkBalances(run)
}

type Asked = Extract<Command, { shop: number }>

async function ask(run: Run, command: Asked): Promise<void> {
  const { model, service } = run.shops[command.shop]!
  const { operator } = run.world
  switch (command.do) {
    case 'push':
      return carryOutPush(run, command)
    case 'batch':
      return carryOutBatch(run, command)
    case 'retract':
      return carryOutRetract(run, command)
    case 'resend':
      return carryOutResend(run, command)
    case 'erase':
      return carryOutErase(run, command)
    case 'grant': {
      const answer = await operator('POST', `/businesses/${service.id}/credits`, { amount: command.amount })
      const due = grant(model, command.amount)
        ? { status: 200, body: { balance: model.balance } }
        : refusal(409, 'credits.balance_out_of_range')
      return same('grant', outcome(answer), due)
    }
    case 'dashboard stop': {
      const [{ email }, { channel }] = [run.people[command.address]!, command]
      const path = `/businesses/${service.id}/recipients/${email}/stop`
      return recorded('stop', await operator('POST', path, { channel }), stopFromDashboard(model, email, channel))
    }
    case 'phone': {
      const { email } = run.people[command.address]!
      const phone = command.phone === null ? null : run.people[command.phone]!.phone
      const path = `/api/v1/recipients/${email}/phone`
      const { status, json } = await service.call(
        phone === null ? 'DELETE' : 'PUT',
        path,
        phone === null ? {} : { body: { phone } },
      )
      const code = setPhone(model, email, phone)
      run.met.add(`phone ${phone === null ? 'cleared' : 'set'} ${code ?? ''}`.trim())
      const recipient = model.recipients.get(email)
      const stopped = code === null && recipient !== undefined && isStopped(model, recipient, 'sms')
      return same(
        'phone',
        { status, code: json.error_code ?? null, stopped: json.sms_status === 'stopped' },
        { status: statusOf(code), code, stopped },
      )
    }
    case 'unsubscribe': {
      const { email } = run.people[command.address]!
      const path = `/businesses/${service.id}/recipients/${email}/unsubscribe`
      return recorded('unsubscribe', await operator('POST', path), unsubscribe(model, email))
    }
    case 'settings': {
      const { status, json } = await operator('PATCH', `/businesses/${service.id}`, command.change)
      Object.assign(model.settings, command.change)
      const { active, sms, whatsapp, sending_paused, plan, messages_per_day, stored_messages } = json
      return same(
        'settings',
        { status, active, sms, whatsapp, sending_paused, plan, messages_per_day, stored_messages },
        { status: 200, ...model.settings },
      )
    }
  }
}

async function happen(run: Run, command: Exclude<Command, Asked>): Promise<void> {
  switch (command.do) {
    case 'provider':
      return tellProvider(run, command)
    case 'take':
      return take(run)
    case 'send':
      return send(run)
    case 'report':
      return report(run, command)
    case 'stop':
    case 'start':
      return writeBack(run, command)
    case 'open':
      return open(run, idAt(run, command.message), command.stale)
    case 'advance':
      return advance(run, command.minutes)
  }
}

const statusOf = (code: string | null): number => (code === null ? 200 : code.endsWith('.not_found') ? 404 : 409)

async function carryOutPush(run: Run, command: Command & { do: 'push' }): Promise<void> {
  const { model } = run.shops[command.shop]!
  const { key, earlier } = chooseKey(run, model, 'push', command.key)
  const body = earlier === undefined ? requestOf(run, command.push) : earlier.body
  run.pushes++
  if (isMalformed(body))
    return same(
      'malformed push',
      outcome(await post(run, command.shop, messagesPath, key, body)),
      refusal(422, 'common.validation_failed'),
    )
  await keyed(run, command.shop, 'push', key, messagesPath, body, (answer) => {
    const pushed = push(model, body as PushRequest, momentOf(run, body as PushRequest))
    if ('refused' in pushed) {
      run.met.add(`push ${pushed.refused}`)
      return refusal(refusedPushes[pushed.refused]!, pushed.refused)
    }
    return { status: 201, body: resultOf(run, pushed, body as PushRequest, answer.json) }
  })
}

const refusedPushes: Record<string, number> = {
  'common.validation_failed': 422,
  'quota.messages_per_day': 429,
  'quota.stored_messages': 409,
}

const momentOf = (run: Run, request: PushRequest): Moment => ({
  call: run.calls,
  day: dayOf(run),
  sendAt: minuteOf(run, request),
})

async function carryOutBatch(run: Run, command: Command & { do: 'batch' }): Promise<void> {
  const { model } = run.shops[command.shop]!
  const { key, earlier } = chooseKey(run, model, 'batch', command.key)
  const body = earlier?.body ?? {
    messages: command.items.map((item, index) => itemOf(run, model, item, `${key}#${index}`)),
  }
  const { messages: items } = body as { messages: unknown[] }
  run.pushes += items.length
  await keyed(run, command.shop, 'batch', key, batchPath, body, (answer) => ({
    status: 200,
    body: {
      results: items.map((sent, index) => {
        const actual = answer.json?.results?.[index]
        const expected = itemResult(run, model, sent, `${key}#${index}`, actual)
        return { index, ok: 'result' in expected, result: null, error_code: null, ...expected }
      }),
    },
  }))
}

function itemResult(
  run: Run,
  model: Shop,
  sent: unknown,
  key: string,
  actual: Json,
): { result: Json } | { error_code: string } {
  const verdict = isMalformed(sent) ? 'malformed' : verdictOf(model, 'push', key, messagesPath, sent)
  run.met.add(`item ${typeof verdict === 'string' ? verdict : verdict.text === null ? 'erased' : 'replayed'}`)
  if (verdict === 'malformed') return { error_code: 'common.validation_failed' }
  if (verdict === 'reused') return { error_code: 'idempotency.key_reused' }
  if (verdict !== 'run')
    return verdict.text === null ? { error_code: 'message.not_found' } : { result: JSON.parse(verdict.text) }
  const pushed = push(model, sent as PushRequest, momentOf(run, sent as PushRequest))
  if ('refused' in pushed) {
    run.met.add(`item ${pushed.refused}`)
    return { error_code: pushed.refused }
  }
  const result = resultOf(run, pushed, sent as PushRequest, actual?.result)
  // What a push with the item's own key is answered from now on.
  const [text, names] = [JSON.stringify(actual?.result), namedIn(model, actual?.result)]
  spend(model, 'push', key, { path: messagesPath, body: sent, status: 201, text, names, minute: run.common.minute })
  return { result }
}

async function carryOutRetract(run: Run, command: Command & { do: 'retract' }): Promise<void> {
  const { model } = run.shops[command.shop]!
  const { key, earlier } = chooseKey(run, model, 'retract', command.key)
  const path = earlier?.path ?? `${messagesPath}/${idAt(run, command.message)}/retract`
  const id = path.split('/').at(-2)!
  await keyed(run, command.shop, 'retract', key, path, undefined, () => {
    const retracted = retract(model, id, run.calls)
    if (retracted === null) return refusal(404, 'message.not_found')
    return { status: 200, body: { id, ...retracted, status: 'retracted' } }
  })
}

async function carryOutResend(run: Run, command: Command & { do: 'resend' }): Promise<void> {
  const { model } = run.shops[command.shop]!
  const operation = `resend ${command.channel}` as const
  const { key, earlier } = chooseKey(run, model, operation, command.key)
  const path = earlier?.path ?? `${messagesPath}/${idAt(run, command.message)}/${command.channel}`
  const id = path.split('/').at(-2)!
  await keyed(run, command.shop, operation, key, path, undefined, () => {
    const decided = resend(model, id, command.channel, run.calls)
    run.met.add(`${operation} ${'refused' in decided ? decided.refused : (decided.reason ?? 'queued')}`)
    if ('refused' in decided) return refusal(statusOf(decided.refused), decided.refused)
    const queued = decided.reason === null
    const block = { queued, credits: Number(queued), skipped_reason: decided.reason, escalates_at: null }
    return { status: 200, body: { message_id: id, ...block } }
  })
}

async function carryOutErase(run: Run, command: Command & { do: 'erase' }): Promise<void> {
  const { model } = run.shops[command.shop]!
  const { key, earlier } = chooseKey(run, model, 'erase', command.key)
  const path = earlier?.path ?? `/api/v1/recipients/${run.people[command.address]!.email}/erase`
  const email = path.split('/').at(-2)!
  await keyed(run, command.shop, 'erase', key, path, undefined, ({ json }) => {
    run.met.add(`erase ${model.recipients.has(email) ? 'somebody' : 'nobody'}`)
    if (run.hand.some(({ sent }) => sent.shop === model && sent.message.email === email)) run.met.add('erase in hand')
    return { status: 200, body: erase(model, email, json?.deleted?.whatsapp_replies) }
  })
}

/** 4.1, for every operation that takes a key. `expected` moves the model on, so it is asked only when the request should run. */
async function keyed(
  run: Run,
  shop: number,
  operation: Operation,
  key: string,
  path: string,
  body: unknown,
  expected: (answer: Answer) => Outcome,
): Promise<void> {
  const { model } = run.shops[shop]!
  const verdict = verdictOf(model, operation, key, path, body)
  const answer = await post(run, shop, path, key, typeof verdict === 'object' ? backwards(body) : body)
  run.met.add(`${operation} ${typeof verdict === 'object' ? 'replayed' : verdict} ${answer.status}`)
  if (verdict === 'reused') return same(operation, outcome(answer), refusal(409, 'idempotency.key_reused'))
  if (verdict !== 'run') return replayed(operation, answer, verdict)
  if (model.keys[operation].has(key)) run.met.add('key forgotten')
  same(`${operation}: Idempotent-Replayed`, answer.headers['idempotent-replayed'], undefined)
  const due = expected(answer)
  same(operation, outcome(answer), due)
  if (!spends(operation, due)) return
  const { status, text, json } = answer
  if (status >= 400) run.met.add(`${operation} spent by ${json.error_code}`)
  const names = status < 300 ? namedIn(model, json) : aboutWhom(model, path)
  spend(model, operation, key, { path, body, status, text, names, minute: run.common.minute })
}

/** Every answer of an operation that ran, but for a 422, a quota and the three refusals of a WhatsApp resend (4.1.7, decision 2). */
const spends = (operation: Operation, { status, body }: Outcome): boolean =>
  status !== 422 &&
  body.error_code?.startsWith('quota.') !== true &&
  !(operation === 'resend whatsapp' && status === 409 && body.error_code !== 'message.retracted')

/** An error about a message that there is names its recipient. */
const aboutWhom = ({ messages }: Shop, path: string): string[] =>
  messages.flatMap(({ id, email }) => (path.includes(id) ? [email] : []))

/** Whose messages an answer is about, of a batch one for each item that was done. */
function namedIn({ messages }: Shop, answer: Json): string[] {
  const items: Json[] = answer?.results?.map(({ result }: Json) => result) ?? [answer]
  const ids = items.map((item) => item?.message_id ?? item?.id)
  return ids.flatMap((id) => messages.find((message) => message.id === id)?.email ?? [])
}

function recorded(what: string, answer: Answer, isRecipient: boolean): void {
  same(what, outcome(answer), isRecipient ? { status: 200, body: {} } : refusal(404, 'recipient.not_found'))
}
