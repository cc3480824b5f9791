import type { ApiResponse } from '../support/client.ts'
import type { Command } from './command-arbitraries.ts'
import { erase } from './erasure.ts'
import { advance, open, receiveKeyword, report, scriptProvider, send, take } from './external-events.ts'
import { checkBalances } from './invariants.ts'
import { resend, retract } from './messages.ts'
import { grant, type Operation, type PushRequest, type Shop, storeResponse, verdictOf } from './model.ts'
import { isMalformed, type Moment, push } from './push.ts'
import { asOneChange, isStopped, setPhone, stopFromDashboard, unsubscribe } from './recipients.ts'
import { backwards, chooseKey, idAt, itemOf, minuteOf, requestOf } from './requests.ts'
import { expectEqual, expectedResult, expectReplay, type Json, type Outcome, outcome, refusal } from './responses.ts'
import { dayOf, send as post, type Run } from './run.ts'

const messagesPath = '/api/v1/messages'
const batchPath = '/api/v1/messages/batch'

/**
 * Executes a command on the service and on the model, and compares the results. A new command needs a case here, a type and an
 * arbitrary in command-arbitraries.ts, and its rule in the model.
 */
export async function executeCommand(run: Run, command: Command): Promise<void> {
  run.calls++
  if ('shop' in command) await executeApiCommand(run, command)
  else await executeExternalEvent(run, command)
  await checkBalances(run)
}

type ApiCommand = Extract<Command, { shop: number }>

async function executeApiCommand(run: Run, command: ApiCommand): Promise<void> {
  const { model, business } = run.shops[command.shop]!
  const { operator } = run.service
  switch (command.do) {
    case 'push':
      return executePush(run, command)
    case 'batch':
      return executeBatch(run, command)
    case 'retract':
      return executeRetract(run, command)
    case 'resend':
      return executeResend(run, command)
    case 'erase':
      return executeErase(run, command)
    case 'grant': {
      const response = await operator('POST', `/businesses/${business.id}/credits`, { amount: command.amount })
      const expected = grant(model, command.amount)
        ? { status: 200, body: { balance: model.balance } }
        : refusal(409, 'credits.balance_out_of_range')
      return expectEqual('grant', outcome(response), expected)
    }
    case 'dashboard stop': {
      const [{ email }, { channel }] = [run.people[command.address]!, command]
      const path = `/businesses/${business.id}/recipients/${email}/stop`
      const response = await operator('POST', path, { channel })
      return expectRecorded('stop', response, { stopped: channel }, stopFromDashboard(model, email, channel))
    }
    case 'phone': {
      const { email } = run.people[command.address]!
      const phone = command.phone === null ? null : run.people[command.phone]!.phone
      const path = `/api/v1/recipients/${email}/phone`
      const { status, json } = await business.call(
        phone === null ? 'DELETE' : 'PUT',
        path,
        phone === null ? {} : { body: { phone } },
      )
      const code = setPhone(model, email, phone)
      run.covered.add(`phone ${phone === null ? 'cleared' : 'set'} ${code ?? ''}`.trim())
      const recipient = model.recipients.get(email)
      const stopped = code === null && recipient !== undefined && isStopped(model, recipient, 'sms')
      return expectEqual(
        'phone',
        { status, code: json.error_code ?? null, stopped: json.sms_status === 'stopped' },
        { status: statusOf(code), code, stopped },
      )
    }
    case 'unsubscribe': {
      const { email } = run.people[command.address]!
      const path = `/businesses/${business.id}/recipients/${email}/unsubscribe`
      const response = await operator('POST', path)
      return expectRecorded('unsubscribe', response, { unsubscribed: true }, unsubscribe(model, email))
    }
    case 'settings': {
      const { status, json } = await operator('PATCH', `/businesses/${business.id}`, command.change)
      Object.assign(model.settings, command.change)
      const { active, sms, whatsapp, sending_paused, plan, messages_per_day, stored_messages } = json
      return expectEqual(
        'settings',
        { status, active, sms, whatsapp, sending_paused, plan, messages_per_day, stored_messages },
        { status: 200, ...model.settings },
      )
    }
  }
}

async function executeExternalEvent(run: Run, command: Exclude<Command, ApiCommand>): Promise<void> {
  switch (command.do) {
    case 'provider':
      return scriptProvider(run, command)
    case 'take':
      return take(run)
    case 'send':
      return send(run)
    case 'report':
      return report(run, command)
    case 'stop':
    case 'start':
      return receiveKeyword(run, command)
    case 'open':
      return open(run, idAt(run, command.message), command.stale)
    case 'advance':
      return advance(run, command.minutes)
  }
}

const statusOf = (code: string | null): number => (code === null ? 200 : code.endsWith('.not_found') ? 404 : 409)

async function executePush(run: Run, command: Command & { do: 'push' }): Promise<void> {
  const { model } = run.shops[command.shop]!
  const { key, earlier } = chooseKey(run, model, 'push', command.key)
  const body = earlier === undefined ? requestOf(run, command.push) : earlier.body
  run.pushes++
  if (isMalformed(body))
    return expectEqual(
      'malformed push',
      outcome(await post(run, command.shop, messagesPath, key, body)),
      refusal(422, 'common.validation_failed'),
    )
  await keyed(run, command.shop, 'push', key, messagesPath, body, (response) => {
    const pushed = push(model, body as PushRequest, momentOf(run, body as PushRequest))
    if ('refused' in pushed) {
      run.covered.add(`push ${pushed.refused}`)
      return refusal(refusedPushes[pushed.refused]!, pushed.refused)
    }
    return { status: 201, body: expectedResult(run, pushed, body as PushRequest, response.json) }
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

async function executeBatch(run: Run, command: Command & { do: 'batch' }): Promise<void> {
  const { model } = run.shops[command.shop]!
  const { key, earlier } = chooseKey(run, model, 'batch', command.key)
  const body = earlier?.body ?? {
    messages: command.items.map((item, index) => itemOf(run, model, item, `${key}#${index}`)),
  }
  const { messages: items } = body as { messages: unknown[] }
  run.pushes += items.length
  await keyed(run, command.shop, 'batch', key, batchPath, body, (response) => {
    const results: Json[] = []
    asOneChange(model, () => {
      for (const [index, item] of items.entries()) {
        const actual = response.json?.results?.[index]
        const expected = itemResult(run, model, item, `${key}#${index}`, actual)
        results.push({ index, ok: 'result' in expected, result: null, error_code: null, ...expected })
      }
    })
    return { status: 200, body: { results } }
  })
}

function itemResult(
  run: Run,
  model: Shop,
  item: unknown,
  key: string,
  actual: Json,
): { result: Json } | { error_code: string } {
  const verdict = isMalformed(item) ? 'malformed' : verdictOf(model, 'push', key, messagesPath, item)
  run.covered.add(`item ${typeof verdict === 'string' ? verdict : verdict.text === null ? 'erased' : 'replayed'}`)
  if (verdict === 'malformed') return { error_code: 'common.validation_failed' }
  if (verdict === 'reused') return { error_code: 'idempotency.key_reused' }
  if (verdict !== 'run')
    return verdict.text === null ? { error_code: 'message.not_found' } : { result: JSON.parse(verdict.text) }
  const pushed = push(model, item as PushRequest, momentOf(run, item as PushRequest))
  if ('refused' in pushed) {
    run.covered.add(`item ${pushed.refused}`)
    return { error_code: pushed.refused }
  }
  const result = expectedResult(run, pushed, item as PushRequest, actual?.result)
  // A push with the key of the item returns this result from now on.
  const [text, emails] = [JSON.stringify(actual?.result), recipientsIn(model, actual?.result)]
  storeResponse(model, 'push', key, {
    path: messagesPath,
    body: item,
    status: 201,
    text,
    emails,
    minute: run.common.minute,
  })
  return { result }
}

async function executeRetract(run: Run, command: Command & { do: 'retract' }): Promise<void> {
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

async function executeResend(run: Run, command: Command & { do: 'resend' }): Promise<void> {
  const { model } = run.shops[command.shop]!
  const operation = `resend ${command.channel}` as const
  const { key, earlier } = chooseKey(run, model, operation, command.key)
  const path = earlier?.path ?? `${messagesPath}/${idAt(run, command.message)}/${command.channel}`
  const id = path.split('/').at(-2)!
  await keyed(run, command.shop, operation, key, path, undefined, () => {
    const decided = resend(model, id, command.channel, run.calls)
    run.covered.add(`${operation} ${'refused' in decided ? decided.refused : (decided.reason ?? 'queued')}`)
    if ('refused' in decided) return refusal(statusOf(decided.refused), decided.refused)
    const queued = decided.reason === null
    const block = { queued, credits: Number(queued), skipped_reason: decided.reason, escalates_at: null }
    return { status: 200, body: { message_id: id, ...block } }
  })
}

async function executeErase(run: Run, command: Command & { do: 'erase' }): Promise<void> {
  const { model } = run.shops[command.shop]!
  const { key, earlier } = chooseKey(run, model, 'erase', command.key)
  const path = earlier?.path ?? `/api/v1/recipients/${run.people[command.address]!.email}/erase`
  const email = path.split('/').at(-2)!
  await keyed(run, command.shop, 'erase', key, path, undefined, ({ json }) => {
    run.covered.add(`erase ${model.recipients.has(email) ? 'known' : 'unknown'} recipient`)
    if (run.dispatched.some(({ owned }) => owned.shop === model && owned.message.email === email))
      run.covered.add('erase dispatched')
    return { status: 200, body: erase(model, email, json?.deleted?.whatsapp_replies) }
  })
}

/** Checks idempotency (4.1). `expected` changes the model, so it is called only if the request should run. */
async function keyed(
  run: Run,
  shop: number,
  operation: Operation,
  key: string,
  path: string,
  body: unknown,
  expected: (response: ApiResponse) => Outcome,
): Promise<void> {
  const { model } = run.shops[shop]!
  const verdict = verdictOf(model, operation, key, path, body)
  const response = await post(run, shop, path, key, typeof verdict === 'object' ? backwards(body) : body)
  run.covered.add(`${operation} ${typeof verdict === 'object' ? 'replayed' : verdict} ${response.status}`)
  if (verdict === 'reused') return expectEqual(operation, outcome(response), refusal(409, 'idempotency.key_reused'))
  if (verdict !== 'run') return expectReplay(operation, response, verdict)
  if (model.keys[operation].has(key)) run.covered.add('key expired')
  expectEqual(`${operation}: Idempotent-Replayed`, response.headers['idempotent-replayed'], undefined)
  const expectedOutcome = expected(response)
  expectEqual(operation, outcome(response), expectedOutcome)
  if (!storesResponse(operation, expectedOutcome)) return
  const { status, text, json } = response
  if (status >= 400) run.covered.add(`${operation} stored ${json.error_code}`)
  const emails = status < 300 ? recipientsIn(model, json) : recipientOf(model, path)
  storeResponse(model, operation, key, { path, body, status, text, emails, minute: run.common.minute })
}

/** A response is stored unless it is a 422, a quota error or one of three refusals of a WhatsApp resend (4.1.7). */
const storesResponse = (operation: Operation, { status, body }: Outcome): boolean =>
  status !== 422 &&
  body.error_code?.startsWith('quota.') !== true &&
  !(operation === 'resend whatsapp' && status === 409 && body.error_code !== 'message.retracted')

/** An error about an existing message belongs to the recipient of the message. */
const recipientOf = ({ messages }: Shop, path: string): string[] =>
  messages.flatMap(({ id, email }) => (path.includes(id) ? [email] : []))

/** The recipients of the messages in a response; for a batch, one per successful item. */
function recipientsIn({ messages }: Shop, response: Json): string[] {
  const items: Json[] = response?.results?.map(({ result }: Json) => result) ?? [response]
  const ids = items.map((item) => item?.message_id ?? item?.id)
  return ids.flatMap((id) => messages.find((message) => message.id === id)?.email ?? [])
}

function expectRecorded(description: string, response: ApiResponse, body: object, isRecipient: boolean): void {
  expectEqual(description, outcome(response), isRecipient ? { status: 200, body } : refusal(404, 'recipient.not_found'))
}
