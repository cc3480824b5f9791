import { Tidings, TidingsError, verifyWebhook, WebhookVerificationError } from '@tidings/client'

/**
 * Uses the client in every way that depends on the runtime: fetch, WebCrypto, timers, signals and iterators. The same program
 * runs on all runtimes, so it imports nothing else. Throws at the first difference.
 */
export async function runProgram({ url, apiKey, faultyUrl, runtime, webhook }) {
  const attempts = []
  const tidings = new Tidings({ apiKey, url, onAttempt: (attempt) => attempts.push(attempt) })
  const faulty = new Tidings({ apiKey, url: faultyUrl, onAttempt: (attempt) => attempts.push(attempt) })
  const push = { recipient_email: `${runtime}@example.com`, subject: 'Shipped', body: 'On its way.', reference: runtime }

  const first = await tidings.messages.push(push, { idempotencyKey: `${runtime}-shipped` })
  const second = await tidings.messages.push(push, { idempotencyKey: `${runtime}-shipped` })
  check('a push with the same key is the same message', first.id === second.id && first.id.startsWith('msg_'))

  const messages = Array.from({ length: 150 }, (_, index) => ({ ...push, subject: index === 120 ? '' : `${index}` }))
  const { items } = await tidings.messages.pushBatch(messages, { idempotencyKey: `${runtime}-batch` })
  check('a batch of 150 has 150 items in order', items.every(({ index }, position) => index === position))
  check('only the invalid item failed', items.filter(({ error }) => error).map(({ index }) => index).join() === '120')

  let listed = 0
  for await (const { reference } of tidings.messages.list({ recipient_email: push.recipient_email, limit: 60 }))
    if (reference === runtime) listed++
  check('a list has the items of all its pages', listed === 150)

  const error = await caught(tidings.messages.read('msg_unknown'))
  check('an error has its code and link', error instanceof TidingsError && error.code === 'message.not_found')
  check('the link leads to the page of the code', error.link?.endsWith('/docs/errors/message.not_found'))

  const { body, signature, secret } = webhook
  const event = await verifyWebhook(body, new Headers({ 'X-Service-Signature': signature }), secret)
  check('a webhook is verified', event.type === 'ping')
  const forged = await caught(verifyWebhook(`${body} `, { 'x-service-signature': signature }, secret))
  check('a changed webhook is refused', forged instanceof WebhookVerificationError)

  attempts.length = 0
  check('a 503 is repeated', (await faulty.messages.push(push)).id === 'msg_after_503')
  check('each attempt is reported', attempts.map(({ status }) => status).join() === '503,201')
  const { retracted } = await faulty.messages.retract('cut')
  check('a cut connection is repeated', retracted && attempts.at(-2).error.name === 'TidingsConnectionError')
  for (const call of [() => faulty.keys.create({ name: runtime }), () => faulty.webhookEndpoints.rotateSecret('cut')])
    check('what is not safe is sent once', (await caught(call())).name === 'TidingsConnectionError')
  check('the runtime can send what is not safe', (await tidings.test.advanceClock({ seconds: 1 })).now !== undefined)

  const controller = new AbortController()
  setTimeout(() => controller.abort(new Error('left')), 50)
  const aborted = await caught(faulty.messages.read('hang', { signal: controller.signal }))
  check('a signal ends a call', aborted.message === 'left')
  const late = await caught(faulty.messages.read('hang', { timeout: 200 }))
  check('a timeout ends a call', late.name === 'TidingsTimeoutError')
}

const caught = (promise) => promise.then(() => new Error('nothing was thrown'), (error) => error)

function check(what, isTrue) {
  if (isTrue !== true) throw new Error(`failed: ${what}`)
}
