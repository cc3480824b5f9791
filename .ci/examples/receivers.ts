import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { freePort, type Program, startServer, until } from './program.ts'
import { type Delivery, deliveriesOf, forward, type Shop, signedDelivery, unixSeconds } from './shop.ts'

export type Receiver = {
  name: string
  command: (port: number) => string[]
  folder: string
  env?: Record<string, string>
  /** Handles what is stored, if the receiver does not do so itself. Returns what was printed. */
  handle?: (env: Record<string, string>) => string
  /** Marks every stored event as not handled, as if the process had died before. */
  unmark: (folder: string) => void
}

/** What every receiver must do with what the service sends, and with what it does not send. */
export async function checkReceiver(receiver: Receiver, shop: Shop): Promise<void> {
  const endpoint = await shop.addEndpoint()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/webhooks/tidings`
  const env = { ...receiver.env, TIDINGS_WEBHOOK_SECRET: endpoint.secret, PORT: String(port) }
  const start = (): Promise<Program> =>
    startServer({ command: receiver.command(port), folder: receiver.folder, env }, port)
  let program = await start()
  let earlierOutput = ''
  const lines = (): string[] => {
    if (receiver.handle) earlierOutput += receiver.handle(env)
    return `${earlierOutput}${program.output()}`.split('\n').filter((line) => line.startsWith('EX-'))
  }
  const printed = (line: string): Promise<unknown> =>
    until(
      `${receiver.name} prints "${line}"`,
      () => lines().includes(line),
      () => program.output(),
    )

  try {
    const reference = `EX-${receiver.name}`
    const email = `${receiver.name}@example.com`
    await shop.tidings.messages.push(
      { recipient_email: email, subject: `Order ${reference}`, body: 'It is on its way.', reference },
      { idempotencyKey: `${reference}-shipped` },
    )
    const [delivered] = await deliveriesOf(endpoint, 'message.delivered', reference)
    assert.equal(await forward(delivered!, url), 204, 'the first delivery')
    await printed(`${reference}: the email was delivered`)

    await shop.tidings.events.redeliver(JSON.parse(delivered!.body).id)
    const [, repeated] = await deliveriesOf(endpoint, 'message.delivered', reference, 2)
    assert.equal(await forward(repeated!, url), 204, 'the same event again')

    await checkRefusals(delivered!, endpoint.secret, url)
    const unknown = { id: 'evt_00000000000000000000000001', type: 'parcel.lost', occurred_at: '2026-11-18', data: {} }
    assert.equal(await forward(signedDelivery(unknown, endpoint.secret, unixSeconds()), url), 204, 'an unknown type')

    // The line of a later event shows that the earlier ones were handled, and that they printed nothing more.
    await shop.openEmail(email)
    const [opened] = await deliveriesOf(endpoint, 'message.opened', reference)
    assert.equal(await forward(opened!, url), 204, 'a second event')
    await printed(`${reference}: the customer read the message`)
    const expected = [`${reference}: the email was delivered`, `${reference}: the customer read the message`]
    assert.deepEqual(lines(), expected, 'each event is handled once')

    await program.stop()
    earlierOutput = ''
    receiver.unmark(receiver.folder)
    program = await start()
    await printed(expected[1]!)
    assert.deepEqual(lines(), expected, 'what a process stored and did not handle is handled after a restart')
    assert.equal(await forward(repeated!, url), 204, 'a duplicate after the restart')
    const last = { ...JSON.parse(opened!.body), id: 'evt_00000000000000000000000002' }
    last.data.reference = 'EX-last'
    assert.equal(await forward(signedDelivery(last, endpoint.secret, unixSeconds()), url), 204)
    await printed('EX-last: the customer read the message')
    assert.deepEqual(lines(), [...expected, 'EX-last: the customer read the message'])
  } finally {
    await program.stop()
  }
}

async function checkRefusals(delivered: Delivery, secret: string, url: string): Promise<void> {
  const event = { ...JSON.parse(delivered.body), id: 'evt_00000000000000000000000003' }
  event.data.reference = 'EX-forged'
  const now = unixSeconds()
  const { 'x-service-signature': _, ...unsigned } = delivered.headers
  for (const [what, delivery] of [
    ['a changed body', { ...delivered, body: JSON.stringify(event) }],
    ['another secret', signedDelivery(event, `${secret}x`, now)],
    ['no signature', { ...delivered, headers: unsigned }],
    ['an empty signature', { ...delivered, headers: { ...unsigned, 'x-service-signature': '' } }],
    ['a signature that is not one', { ...delivered, headers: { ...unsigned, 'x-service-signature': 't=é,v1=é' } }],
    ['an old signature', signedDelivery(event, secret, now - 310)],
    ['a signature of the future', signedDelivery(event, secret, now + 310)],
  ] satisfies [string, Delivery][])
    assert.equal(await forward(delivery, url), 400, what)
  assert.equal(await postLarge(url), 413, 'a body that is too large')
}

/** The response may arrive while the body is still being sent. */
async function postLarge(url: string): Promise<number> {
  const sending = request(url, { method: 'POST', headers: { 'Content-Type': 'application/json' } })
  const responded = once(sending, 'response') as Promise<[{ statusCode: number; resume: () => void }]>
  sending.on('error', () => {})
  sending.setHeader('Content-Length', String(300 * 1024))
  sending.write(Buffer.alloc(300 * 1024, ' '))
  const [response] = await responded
  response.resume()
  sending.destroy()
  return response.statusCode
}
