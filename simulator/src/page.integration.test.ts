import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startSimulator } from './simulator.ts'
import { createClient } from './test-client.ts'
import { deliver } from './test-delivery.ts'
import { startTestService } from './test-service.ts'

const simulator = await startSimulator({ port: 0 })
const client = createClient(simulator)
const service = await startTestService()
simulator.connect(service.callbacks)
afterAll(async () => {
  await simulator.stop()
  await service.stop()
})
beforeEach(() => client.post('/reset', {}))

const openOnly = async () => client.page(`/mail/${(await client.outbox())[0]!.id}`)

test('the empty mailbox shows the address that emails must be sent to', async () => {
  const page = await client.page('/')
  expect(page).toContain(`No mail yet: whatever is sent to`)
  expect(page).toContain(`smtp://127.0.0.1:${simulator.smtpPort}`)
})

test('the mailbox lists accepted emails newest first, and no refused ones', async () => {
  await client.post('/script', { channel: 'email', to: 'bob@example.com', behaviour: 'refuse' })
  await client.send({ to: 'ada@example.com', subject: 'Older' })
  await client.send({ to: 'bob@example.com', subject: 'Refused' })
  await client.send({ to: 'ada@example.com', subject: 'Newer' })
  const page = await client.page('/')
  expect(page.indexOf('Newer')).toBeGreaterThan(0)
  expect(page.indexOf('Older')).toBeGreaterThan(page.indexOf('Newer'))
  expect(page).not.toContain('Refused')
  expect(page).toContain('2 mails')
})

test('markup in sender, subject, text and headers is escaped', async () => {
  const evil = `<img src=x onerror="alert('1')">&`
  const escaped = '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;'
  await client.send({
    from: { name: evil, address: 'shop@example.com' },
    to: 'ada@example.com',
    subject: evil,
    text: `${evil} </pre></main>`,
    headers: { 'X-Evil': evil },
  })
  const pages = [await client.page('/'), await openOnly()]
  for (const page of pages) expect(page).not.toContain('<img')
  expect(pages[0]).toContain(`>${escaped}</a></h3>`)
  expect(pages[1]).toContain(`<pre>${escaped} &lt;/pre&gt;&lt;/main&gt;</pre>`)
  expect(pages[1]).toContain(`<dt>x-evil</dt><dd>${escaped}</dd>`)
})

test('the HTML part is shown in a frame without scripts, forms or an origin', async () => {
  await client.send({ to: 'ada@example.com', html: `<b class="x">Hi</b>"></iframe><script>alert(1)</script>` })
  const page = await openOnly()
  expect(page).toContain(
    '<iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="&lt;base target=&quot;_blank&quot;&gt;' +
      '&lt;b class=&quot;x&quot;&gt;Hi&lt;/b&gt;&quot;&gt;&lt;/iframe&gt;&lt;script&gt;alert(1)&lt;/script&gt;"></iframe>',
  )
  expect(page).not.toContain('<script')
})

test('an email page shows its inbox link and its unsubscribe link', async () => {
  await client.send({
    to: 'ada@example.com',
    text: 'http://127.0.0.1:3000/inbox/a?b=1&c=2',
    headers: { 'List-Unsubscribe': '<http://127.0.0.1:3000/u/1>' },
  })
  const page = await openOnly()
  expect(page).toContain('<a class="button" href="http://127.0.0.1:3000/inbox/a?b=1&amp;c=2">Open the inbox</a>')
  expect(page).toContain('<a href="http://127.0.0.1:3000/u/1">Unsubscribe</a>')
})

test('an email shows its accepted reports, if any', async () => {
  await client.post('/reports', { mode: 'manual' })
  await client.send({ to: 'ada@example.com' })
  const [before, openedBefore] = [await client.page('/'), await openOnly()]
  const [mail] = await client.outbox()
  await client.post('/report', { id: mail!.id, status: 'delivered' })
  await client.post('/report', { id: mail!.id, status: 'complained' })

  for (const page of [before, openedBefore]) expect(page).not.toContain('class="reported"')
  for (const page of [await client.page('/'), await openOnly()])
    expect(page).toContain('<p class="reported"><span>delivered</span> <span>complained</span> </p>')
})

test('without deliveries there is no webhooks section', async () => {
  await client.receiver('ok')
  const page = await client.page('/')
  expect(page).not.toContain('Webhooks')
  expect(page).toContain('<p class="quiet" role="status">0 mails</p>')
})

test('the deliveries to all receivers are listed newest first, with type, receiver and response', async () => {
  const [ok, gone, hang] = [await client.receiver('ok'), await client.receiver('gone'), await client.receiver('hang')]
  await deliver(simulator, ok.url, { headers: { 'X-Service-Event': 'message.delivered' } })
  await deliver(simulator, gone.url, { headers: { 'X-Service-Event': '<b>"sms.failed"</b>' } })
  const hanging = deliver(simulator, hang.url)
  while ((await client.deliveries(hang.id)).length === 0) await wait(5)
  const page = (await client.page('/')).replaceAll('<wbr>', '')
  expect(page).toContain('<p class="quiet" role="status">0 mails, 3 webhooks</p>')
  const webhooks = page.slice(page.indexOf('id="webhooks"'))
  expect(webhooks.match(/<h3.*?<\/h3>|to https.*?(?=<)|<span(?: class="failed")?>.*?(?=<\/span><\/p>)/g)).toEqual([
    '<h3>(no type)</h3>',
    `to ${hang.url}`,
    '<span class="failed">no response',
    '<h3>&lt;b&gt;&quot;sms.failed&quot;&lt;/b&gt;</h3>',
    `to ${gone.url}`,
    '<span class="failed">responded 410',
    '<h3>message.delivered</h3>',
    `to ${ok.url}`,
    '<span>responded 204',
  ])
  await client.post('/reset', {})
  await hanging
})

for (const [deliveries, listed, older] of [
  [20, 20, null],
  [21, 20, 'and 1 older'],
  [23, 20, 'and 3 older'],
] as const)
  test(`${listed} of ${deliveries} deliveries are listed${older === null ? '' : ` "${older}"`}`, async () => {
    const { url } = await client.receiver('ok')
    for (let number = 1; number <= deliveries; number += 1)
      await deliver(simulator, url, { headers: { 'X-Service-Event': `event.${number}` } })
    const page = (await client.page('/')).replaceAll('<wbr>', '')
    const types = page.matchAll(/event\.\d+/g).map(([type]) => type)
    expect([...types]).toEqual(Array.from({ length: listed }, (_, index) => `event.${deliveries - index}`))
    expect(page.match(/and \d+ older/)?.[0] ?? null).toBe(older)
  })

test('an unknown email → 404 with an HTML page', async () => {
  const response = await fetch(`${simulator.url}/mail/gone`)
  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  expect(await response.text()).toContain('This mail is gone')
})

test('a text message has no page: 404', async () => {
  await client.text({})
  const [text] = await client.outbox()
  expect((await fetch(`${simulator.url}/mail/${text!.id}`)).status).toBe(404)
})

test('the page loads nothing from another origin', async () => {
  await client.send({ to: 'ada@example.com' })
  const response = await fetch(simulator.url)
  expect(response.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']+'; connect-src 'self'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
  )
  expect(await response.text()).not.toMatch(/(?:src|href)="(?:https?:|\/\/)/)
})
