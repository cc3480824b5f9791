import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startFaultyProxy } from './faulty-proxy.ts'
import { freePort, startServer } from './program.ts'
import { deliveriesOf, forward, type Shop, signedDelivery, unixSeconds } from './shop.ts'

type Action = { at: number; hook: string; arguments: [{ key: string; attempt: number }] }
type State = { orders: Record<number, { notes: string[] }>; actions: Action[]; options: Record<string, unknown> }
type Order = { number: string; email: string; phone?: string }

const run = promisify(execFile)

/** Drives the plugin as WordPress does, with the functions of WordPress replaced and everything else real. */
export async function checkPlugin(folder: string, shop: Shop): Promise<void> {
  const env = { ...process.env, WORDPRESS_STATE: join(folder, 'state.json') }
  const execute = async <T>(command: object, capabilities = ''): Promise<T> => {
    const { stdout } = await run('php', ['test/shop.php', JSON.stringify(command)], {
      cwd: folder,
      env: { ...env, WORDPRESS_CAPABILITIES: capabilities },
    })
    return JSON.parse(stdout) as T
  }
  const endpoint = await shop.addEndpoint()
  const proxy = await startFaultyProxy(shop.url)
  const settings = { url: proxy.url, api_key: shop.apiKey, webhook_secret: endpoint.secret, channels: ['sms'] }
  const notesOf = async (order: number): Promise<string[]> =>
    (await execute<State>({ do: 'read' })).orders[order]!.notes
  const scheduled = async (): Promise<Action[]> => (await execute<State>({ do: 'read' })).actions
  const addOrder = (order: Order): Promise<number> => execute({ do: 'add_order', order })
  const changeStatus = (order: number, status: string): Promise<null> => execute({ do: 'change_status', order, status })
  const runActions = (untilSeconds = 0): Promise<Action[]> =>
    execute({ do: 'run_actions', until_seconds: untilSeconds })

  const port = await freePort()
  const command = ['php', '-S', `127.0.0.1:${port}`, 'test/rest.php']
  const server = await startServer({ command, folder, env: { WORDPRESS_STATE: env.WORDPRESS_STATE } }, port)
  try {
    // Settings
    const saved = await execute<{ stored: typeof settings; errors: string[] }>({ do: 'save_settings', settings })
    assert.deepEqual(saved, { stored: settings, errors: [] })
    const wrong = { url: 'http://shop.example', api_key: 'key', webhook_secret: 'x', channels: ['fax', 'sms'] }
    assert.deepEqual(await execute({ do: 'save_settings', settings: wrong }), {
      stored: settings,
      errors: ['tidings_url', 'tidings_api_key', 'tidings_webhook_secret'],
    })
    const page = await execute<string>({ do: 'render_settings' }, 'manage_woocommerce')
    assert.ok(page.includes(proxy.url) && !page.includes(shop.apiKey) && !page.includes(endpoint.secret))
    await assert.rejects(execute({ do: 'render_settings' }, 'edit_posts'), { stdout: /^403 You are not allowed/ })

    // A status change, and the events of its message
    const order = await addOrder({ number: 'EX-woo-1', email: 'woo-1@example.com', phone: '+447700900151' })
    await changeStatus(order, 'processing')
    await runActions()
    const [message] = await shop.messagesOf('EX-woo-1')
    assert.equal(message!.order_status, 'confirmed')
    assert.deepEqual(await notesOf(order), ['Tidings: the update "confirmed" is stored.'])

    const url = `http://127.0.0.1:${port}/wp-json/tidings/v1/webhook`
    const [text] = await deliveriesOf(endpoint, 'sms.delivered', 'EX-woo-1')
    assert.equal(await forward(text!, url), 204)
    await shop.tidings.events.redeliver(JSON.parse(text!.body).id)
    const [, repeated] = await deliveriesOf(endpoint, 'sms.delivered', 'EX-woo-1', 2)
    assert.equal(await forward(repeated!, url), 204)
    const event = { ...JSON.parse(text!.body), id: 'evt_00000000000000000000000004' }
    const now = unixSeconds()
    assert.equal(await forward(signedDelivery(event, `${endpoint.secret}x`, now), url), 400)
    assert.equal(await forward(signedDelivery(event, endpoint.secret, now - 310), url), 400)
    assert.equal(await forward({ ...text!, body: `${text!.body} ` }, url), 400)
    const unknown = { ...event, type: 'parcel.lost' }
    assert.equal(await forward(signedDelivery(unknown, endpoint.secret, now), url), 204)
    const large = { ...event, padding: 'x'.repeat(300 * 1024) }
    assert.equal(await forward(signedDelivery(large, endpoint.secret, now), url), 413)
    assert.equal((await scheduled()).length, 2, 'the event and its repetition')
    await runActions()
    assert.deepEqual((await notesOf(order)).slice(1), ['Tidings: text delivered to the customer.'])

    // The response is lost, then the service is unavailable for 15 minutes
    proxy.plan(['lose_response', { status: 503, retryAfterSeconds: 900 }, null])
    const second = await addOrder({ number: 'EX-woo-2', email: 'woo-2@example.com' })
    await changeStatus(second, 'processing')
    await runActions()
    assert.deepEqual(await runActions(), [], 'a retry is not due at once')
    assert.equal((await runActions(60)).length, 1)
    const [retry] = await scheduled()
    assert.ok(retry!.at >= unixSeconds() + 890, 'Retry-After is longer than the delay, so it counts')
    await runActions(1_000)
    assert.equal(new Set(proxy.keys()).size, 1)
    assert.equal(proxy.keys().length, 3)
    assert.equal((await shop.messagesOf('EX-woo-2')).length, 1)
    assert.deepEqual(await notesOf(second), ['Tidings: the update "confirmed" is stored. Not sent: sms: no_phone.'])
    assert.deepEqual(await scheduled(), [])

    // An event that arrives before the order knows its message waits for it
    const early = { ...event, id: 'evt_00000000000000000000000005', data: { ...event.data, message_id: 'msg_unknown' } }
    assert.equal(await forward(signedDelivery(early, endpoint.secret, unixSeconds()), url), 204)
    for (let attempt = 1; attempt <= 5; attempt++) assert.equal((await runActions(600)).length, 1)
    assert.deepEqual(await scheduled(), [], 'an event of an unknown message is given up')

    // What is refused, what is not news, and what is no longer true
    const badPhone = await addOrder({ number: 'EX-woo-3', email: 'woo-3@example.com', phone: 'ask my neighbour' })
    await changeStatus(badPhone, 'completed')
    await runActions()
    assert.equal((await shop.messagesOf('EX-woo-3'))[0]!.order_status, 'shipped')

    const badEmail = await addOrder({ number: 'EX-woo-4', email: 'not an address' })
    await changeStatus(badEmail, 'refunded')
    await runActions()
    assert.deepEqual(await notesOf(badEmail), ['Tidings: the update was not sent (common.validation_failed).'])

    await changeStatus(order, 'on-hold')
    assert.deepEqual(await scheduled(), [])

    const moved = await addOrder({ number: 'EX-woo-5', email: 'woo-5@example.com' })
    await changeStatus(moved, 'processing')
    await changeStatus(moved, 'cancelled')
    await runActions()
    assert.deepEqual(
      (await shop.messagesOf('EX-woo-5')).map((each) => each.order_status),
      ['cancelled'],
    )

    // A service that stays unavailable
    proxy.plan(Array.from({ length: 20 }, () => ({ status: 503 })))
    const never = await addOrder({ number: 'EX-woo-6', email: 'woo-6@example.com' })
    await changeStatus(never, 'processing')
    while ((await runActions(86_400)).length > 0);
    assert.equal(proxy.keys().length, 8)
    assert.deepEqual(await notesOf(never), ['Tidings: the update was not sent (unavailable).'])

    await changeStatus(never, 'completed')
    const left = await execute<State>({ do: 'uninstall' })
    assert.deepEqual([left.options, left.actions], [[], []])
  } finally {
    proxy.stop()
    await server.stop()
  }
}
