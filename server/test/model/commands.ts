import type { Answer } from '../support/client.ts'
import { addresses, type Command } from './alphabet.ts'
import { type Json, type Outcome, outcome, refusal, replayed, resultOf, same } from './answers.ts'
import {
  clear,
  grant,
  isMalformed,
  type Operation,
  type PushRequest,
  push,
  retract,
  type Shop,
  stop,
  unsubscribe,
  verdictOf,
} from './model.ts'
import { backwards, chooseKey, idAt, itemOf, requestOf } from './requests.ts'
import { type Run, send } from './run.ts'

const messagesPath = '/api/v1/messages'
const batchPath = '/api/v1/messages/batch'

/** Carries a command out on both sides and compares. A new command is a case here, a shape in the alphabet and its rule in the model. */
export async function carryOut(run: Run, command: Command): Promise<void> {
  const { model, service } = run.shops[command.shop]!
  run.calls++
  switch (command.do) {
    case 'push':
      await carryOutPush(run, command)
      break
    case 'batch':
      await carryOutBatch(run, command)
      break
    case 'retract':
      await carryOutRetract(run, command)
      break
    case 'grant': {
      const answer = await run.operator('POST', `/businesses/${service.id}/credits`, { amount: command.amount })
      const due = grant(model, command.amount)
        ? { status: 200, body: { balance: model.balance } }
        : refusal(409, 'credits.balance_out_of_range')
      same('grant', outcome(answer), due)
      break
    }
    case 'stop': {
      const [email, { channel }] = [addresses[command.address]!, command]
      const path = `/businesses/${service.id}/recipients/${email}/stop`
      recorded('stop', await run.operator('POST', path, { channel }), stop(model, email, channel))
      break
    }
    case 'clear': {
      const email = addresses[command.address]!
      const answer = await service.call('DELETE', `/api/v1/recipients/${email}/phone`)
      const { status, json } = answer
      if (clear(model, email)) same('clear', { status, phone: json.phone }, { status: 200, phone: null })
      else same('clear', outcome(answer), refusal(404, 'recipient.not_found'))
      break
    }
    case 'unsubscribe': {
      const email = addresses[command.address]!
      const path = `/businesses/${service.id}/recipients/${email}/unsubscribe`
      recorded('unsubscribe', await run.operator('POST', path), unsubscribe(model, email))
      break
    }
    case 'settings': {
      const { status, json } = await run.operator('PATCH', `/businesses/${service.id}`, command.change)
      Object.assign(model.settings, command.change)
      const { sms, whatsapp, sending_paused, plan } = json
      same('settings', { status, sms, whatsapp, sending_paused, plan }, { status: 200, ...model.settings })
      break
    }
  }
  const { json } = await service.call('GET', '/api/v1/credits')
  same('balance', json.balance, model.balance)
}

async function carryOutPush(run: Run, command: Command & { do: 'push' }): Promise<void> {
  const { model } = run.shops[command.shop]!
  const { key, earlier } = chooseKey(run, model, 'push', command.key)
  const body = earlier === undefined ? requestOf(run, command.push) : earlier.body
  run.pushes++
  if (isMalformed(body))
    return same(
      'malformed push',
      outcome(await send(run, command.shop, messagesPath, key, body)),
      refusal(422, 'common.validation_failed'),
    )
  await keyed(run, command.shop, 'push', key, messagesPath, body, (answer) => {
    const pushed = push(model, body as PushRequest, run.calls, Date.now())
    if (pushed === null) return refusal(422, 'common.validation_failed')
    return { status: 201, body: resultOf(run, pushed, body as PushRequest, answer.json) }
  })
}

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
  run.met.add(`item ${typeof verdict === 'object' ? 'replayed' : verdict}`)
  if (verdict === 'malformed') return { error_code: 'common.validation_failed' }
  if (verdict === 'reused') return { error_code: 'idempotency.key_reused' }
  if (verdict !== 'run') return { result: JSON.parse(verdict.text) }
  const pushed = push(model, sent as PushRequest, run.calls, Date.now())
  if (pushed === null) return { error_code: 'common.validation_failed' }
  const result = resultOf(run, pushed, sent as PushRequest, actual?.result)
  // What a push with the item's own key is answered from now on.
  model.keys.push.set(key, { path: messagesPath, body: sent, status: 201, text: JSON.stringify(actual?.result) })
  return { result }
}

async function carryOutRetract(run: Run, command: Command & { do: 'retract' }): Promise<void> {
  const { model } = run.shops[command.shop]!
  const { key, earlier } = chooseKey(run, model, 'retract', command.key)
  const path = earlier?.path ?? `${messagesPath}/${idAt(run, command.message)}/retract`
  const id = path.split('/').at(-2)!
  await keyed(run, command.shop, 'retract', key, path, undefined, () => {
    const retracted = retract(model, id)
    if (retracted === null) return refusal(404, 'message.not_found')
    return { status: 200, body: { id, ...retracted, status: 'retracted' } }
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
  const { keys } = run.shops[shop]!.model
  const verdict = verdictOf(run.shops[shop]!.model, operation, key, path, body)
  const answer = await send(run, shop, path, key, typeof verdict === 'object' ? backwards(body) : body)
  run.met.add(`${operation} ${typeof verdict === 'object' ? 'replayed' : verdict} ${answer.status}`)
  if (verdict === 'reused') return same(operation, outcome(answer), refusal(409, 'idempotency.key_reused'))
  if (verdict !== 'run') return replayed(operation, answer, verdict)
  same(`${operation}: Idempotent-Replayed`, answer.headers['idempotent-replayed'], undefined)
  const due = expected(answer)
  same(operation, outcome(answer), due)
  if (due.status < 300) keys[operation].set(key, { path, body, status: answer.status, text: answer.text })
}

function recorded(what: string, answer: Answer, isRecipient: boolean): void {
  same(what, outcome(answer), isRecipient ? { status: 200, body: {} } : refusal(404, 'recipient.not_found'))
}
