import { expect, test } from 'vitest'
import { startPair } from './test-pair.ts'

const { client, service, simulator, response } = await startPair()

const number = '+447700900123'

/** The bubbles of the page from top to bottom: classes, text and footer, without times. */
async function bubbles(): Promise<string[]> {
  const page = await client.page('/')
  return [
    ...page.matchAll(/<li class="([^"]+)">\n<div class="bubble">(.*?)<\/div>\n<p class="quiet">(.*?)<\/p>/gs),
  ].map(([, classes, text, footer]) =>
    [classes, text, footer]
      .join(' | ')
      .replaceAll(/<time.*?<\/time>/g, '')
      .replaceAll(/<[^>]+>|\n/g, ' ')
      .replaceAll(/ +/g, ' ')
      .trim(),
  )
}

/** Submits the reply form of the page. */
const submitForm = (fields: Record<string, string>, to = number) =>
  fetch(`${simulator.url}/phones/${to}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

test('the empty phone shows the address that messages must be sent through', async () => {
  const page = await client.page('/')
  expect(page).toContain(`No text yet: SMS and WhatsApp messages sent through <code>${simulator.providersUrl}</code>`)
  expect(page).not.toContain('<form')
})

test('bubbles are sorted oldest first: texts, templates with parameters, replies and refused messages', async () => {
  await client.text({ To: number, Body: 'Order confirmed' })
  await client.whatsapp({ to: number })
  await client.post('/inbound', { channel: 'whatsapp', from: number, text: 'Thanks' })
  await client.post('/script', { channel: 'sms', to: number, behaviour: 'refuse' })
  await client.text({ To: number, Body: 'Order shipped' })
  expect(await bubbles()).toEqual([
    'sms | Order confirmed | SMS',
    'whatsapp | Template order_shipped Shop A-1001 abc | WhatsApp',
    'mine whatsapp | Thanks | WhatsApp',
    'sms refused | Order shipped | SMS not delivered',
  ])
  expect(await client.page('/')).toContain('<p class="quiet" role="status">0 mails, 2 texts</p>')
})

for (const [statuses, shown] of [
  [[], ''],
  [['sent'], ' sent'],
  [['sent', 'delivered'], ' delivered'],
  [['sent', 'delivered', 'read'], ' delivered, read'],
  [['failed'], ' failed'],
  [['not_on_whatsapp'], ' not on WhatsApp'],
] as const)
  test(`a WhatsApp message shows its reports: ${statuses.join(', ') || 'nothing'} →${shown}`, async () => {
    await client.whatsapp({ to: number })
    const [item] = await client.outbox()
    for (const one of statuses) await client.post('/report', { id: item!.id, status: one })
    expect(await bubbles()).toEqual([`whatsapp | Template order_shipped Shop A-1001 abc | WhatsApp${shown}`])
  })

test('markup is escaped in texts, parameters and replies', async () => {
  const evil = `<img src=x onerror="alert('1')">&`
  await client.text({ To: number, Body: `${evil} http://127.0.0.1:3000/i/a?b="c ${evil}` })
  await client.whatsapp({ to: number, template: { name: evil, components: [{ parameters: [{ text: evil }] }] } })
  await client.post('/inbound', { channel: 'sms', from: number, text: evil })
  const page = await client.page('/')
  expect(page).not.toContain('<img')
  expect(page.split('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;')).toHaveLength(6)
})

test('the inbox link is a hyperlink', async () => {
  await client.text({ To: number, Body: 'On its way: http://127.0.0.1:3000/i/a?b=1&c=2. Reply STOP' })
  expect(await client.page('/')).toContain(
    '<p>On its way: <a href="http://127.0.0.1:3000/i/a?b=1&amp;c=2">http://127.0.0.1:3000/i/a?b=1&amp;c=2</a>. Reply STOP</p>',
  )
})

for (const [rule, fields, sent] of [
  ['the typed text', { channel: 'sms', text: 'Thanks' }, 'Thanks'],
  ['STOP, even when text is typed', { channel: 'sms', text: 'half a sent', quick: 'STOP' }, 'STOP'],
] as const)
  test(`the form sends ${rule} and redirects to the number`, async () => {
    await client.text({ To: number })
    const redirect = await submitForm(fields)
    expect([redirect.status, redirect.headers.get('location')]).toEqual([303, '/#phone-447700900123'])
    expect(service.calls.map(({ body }) => new URLSearchParams(body).get('Body'))).toEqual([sent])
    expect((await bubbles())[1]).toBe(`mine sms | ${sent} | SMS`)
    expect(await client.page('/')).toContain('id="phone-447700900123"')
  })

test('a WhatsApp reply from the page refers to the latest message', async () => {
  await client.whatsapp({ to: number })
  await client.whatsapp({ to: number })
  const [, last] = await client.outbox()
  await submitForm({ channel: 'whatsapp', text: 'Thanks' })
  expect(JSON.parse(service.calls[0]!.body).entry[0].changes[0].value.messages[0].context.id).toBe(last!.id)
})

test('a reply is marked until the service accepts it', async () => {
  await client.text({ To: number })
  response.status = 500
  expect((await submitForm({ channel: 'sms', text: 'Thanks' })).status).toBe(303)
  expect((await bubbles())[1]).toBe('mine sms | Thanks | SMS not accepted by the service yet')
  response.status = 200
  await expect.poll(async () => (await bubbles())[1]).toBe('mine sms | Thanks | SMS')
})

for (const [rule, fields, to] of [
  ['no text', { channel: 'sms', text: '' }, number],
  ['no channel', { text: 'Hi' }, number],
  ['no number', { channel: 'sms', text: 'Hi' }, '123'],
] as const)
  test(`a form with ${rule} → 422, and nothing is sent`, async () => {
    expect((await submitForm(fields, to)).status).toBe(422)
    expect(service.calls).toEqual([])
  })

test('one channel is preselected; with two, the one used last comes first', async () => {
  const choice = async () =>
    [...(await client.page('/')).matchAll(/<option value="(\w+)"/g)].map(([, channel]) => channel)
  await client.whatsapp({ to: number })
  expect(await choice()).toEqual([])
  expect(await client.page('/')).toContain('<input type="hidden" name="channel" value="whatsapp">')
  await client.text({ To: number })
  expect(await choice()).toEqual(['sms', 'whatsapp'])
})

test('without scripts, a page with a form does not reload itself', async () => {
  expect(await client.page('/')).toContain('http-equiv="refresh"')
  await client.text({ To: number })
  expect(await client.page('/')).not.toContain('http-equiv="refresh"')
})
