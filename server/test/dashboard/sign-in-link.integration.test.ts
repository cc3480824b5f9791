import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { cookieOf, createMember, mailedPath, submitForm } from '../support/dashboard.ts'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'

const service = await createTestService()
await service.restart({ proxies: 1 })
const { call, business, db, operator, simulator } = service
const advance = (seconds: number) => operator('POST', '/clock/advance', { seconds })

/** Each request without its own address comes from a new one, so that the limits concern only the tests about them. */
let lastClient = 0
const fromNewClient = (): Record<string, string> => ({ 'X-Forwarded-For': `192.0.2.${++lastClient}` })

const ask = (
  email: string,
  { next = '/dashboard', headers = {} }: { next?: string; headers?: Record<string, string> } = {},
) => submitForm(service, '/dashboard/sign-in', { email, next }, { ...fromNewClient(), ...headers })
/** Asks for a link and reads the email. */
async function receiveLink(email: string, next?: string) {
  const response = await ask(email, next === undefined ? {} : { next })
  return { browser: cookieOf(response), path: await mailedPath(service, email) }
}
const press = (path: string, cookie: string) =>
  submitForm(service, path, {}, { ...fromNewClient(), ...(cookie !== '' && { Cookie: cookie }) })
const home = (cookie: string) => call('GET', '/dashboard', { headers: { Cookie: cookie } })
const newMember = async () => createMember(service, await business(), 'support')
const mailsTo = async (to: string): Promise<{ subject: string; text: string }[]> =>
  simulator.outbox({ channel: 'email', to })

const openJobs = statement<null, { id: string }>(
  'test.open_dashboard_mails',
  `select id from queue.job where name = 'dashboard_mails' and state < 'completed'`,
)
const untilJobsEnded = () => until('the end of the jobs', async () => (await db.all(openJobs)).length === 0)
const attemptsAsText = statement<null, { text: string }>(
  'test.sign_in_attempts_as_text',
  `select a::text as text from sign_in_attempts a`,
)
type AuditRow = { action: string; actor_name: string; target: string; after: Record<string, unknown> }
const auditOf = statement<{ personId: string }, AuditRow>(
  'test.audit_of_person',
  `select action, actor_name, target, after from audit_log where person_id = $personId order by at`,
)

test('a member signs in with the link of the email', async () => {
  const { email, personId, path: shop } = await newMember()
  const { browser, path } = await receiveLink(email, `${shop}/recipients`)
  const shown = await call('GET', path, { headers: { Cookie: browser } })
  expect(shown.text).toContain('Sign in</span></button>')
  const signedIn = await press(path, browser)
  expect([signedIn.status, signedIn.headers['location']]).toEqual([303, `${shop}/recipients`])
  expect((await home(cookieOf(signedIn))).headers['location']).toBe(`${shop}/messages`)
  const audit = await db.all(auditOf, { personId })
  expect(audit).toEqual([
    {
      action: 'signIn',
      actor_name: 'Ana Lopez',
      target: expect.stringMatching(/^ses_/),
      after: { method: 'link', is_confirmation: false },
    },
  ])
})

test('where a person continues is in the cookie of their browser, because it can name a customer', async () => {
  const { email, path: shop } = await newMember()
  const { browser, path } = await receiveLink(email, `${shop}/recipients/canary%40customers.example?q=canary`)
  const stored = await db.all(attemptsAsText)
  expect(stored.length).toBeGreaterThan(0)
  expect(stored.map(({ text }) => text).join()).not.toContain('canary')
  const { headers } = await press(path, browser)
  expect(headers['location']).toBe(`${shop}/recipients/canary%40customers.example?q=canary`)
})

test.each(['https://evil.example/', '//evil.example', '/inbox', ''])(
  'open redirect: a cookie that was changed to %j leads to the dashboard',
  async (address) => {
    const { email } = await newMember()
    const { browser, path } = await receiveLink(email)
    const changed = `${browser.split('.')[0]!}.${Buffer.from(address || '\0').toString('base64url')}`
    expect((await press(path, changed)).headers['location']).toBe('/dashboard')
  },
)

test('the email states how long and where the link works, and the log and the database contain no link', async () => {
  const { email } = await newMember()
  const { path } = await receiveLink(email)
  const [mail] = await mailsTo(email)
  expect(mail!.subject).toBe('Sign in to Tidings')
  expect(mail!.text).toMatch(/It works once, only in that browser, until \d\d:\d\d UTC\./)
  expect(mail!.text).toContain('You did not ask for this?')
  const token = path.split('/').at(-1)!
  expect(service.logged()).not.toContain(token)
  expect(service.logged()).not.toContain(email)
})

test('opening the link does not use it up, as a mail scanner does', async () => {
  const { email } = await newMember()
  const { browser, path } = await receiveLink(email)
  for (const cookie of ['', browser, '', browser]) await call('GET', path, { headers: { Cookie: cookie } })
  expect((await press(path, browser)).status).toBe(303)
})

test('account enumeration: a member, an operator and an unknown address get the same response and the same work', async () => {
  const { email: member } = await newMember()
  const known = `operator-${randomUUID()}@ops.example`
  await db.command(
    `insert into operators (id, name, role, token_hash, email) values ('${randomUUID()}', 'Olga', 'support', sha256('${known}'), '${known}')`,
  )
  const unknown = `unknown-${randomUUID()}@shop.example`
  const former = `former-${randomUUID()}@shop.example`
  await db.command(
    `insert into people (id, email, displayed_email, name) values ('${randomUUID()}', '${former}', '${former}', 'Finn')`,
  )
  const seen = []
  for (const email of [member, known, unknown, former]) {
    const { status, headers, text } = await ask(email)
    const { date: _, 'x-request-id': __, 'set-cookie': cookie, 'content-length': length, ...others } = headers
    seen.push({
      status,
      others,
      cookie: String(cookie).replace(/=[\w-]{43}/, ''),
      length: Number(length) - email.length,
      text: text.replaceAll(email, 'the address'),
    })
  }
  expect(new Set(seen.map((response) => JSON.stringify(response))).size).toBe(1)
  await mailedPath(service, member)
  await mailedPath(service, known)
  // The jobs of all four were finished.
  await untilJobsEnded()
  expect([await mailsTo(unknown), await mailsTo(former)]).toEqual([[], []])
})

test('account enumeration: the durations of known and unknown addresses do not differ', async () => {
  const { email: member } = await newMember()
  const durations: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let round = 0; round < 60; round++)
    for (const kind of ['known', 'unknown'] as const) {
      const started = performance.now()
      await ask(kind === 'known' ? member : `unknown-${round}@shop.example`)
      durations[kind].push(performance.now() - started)
    }
  const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length / 2]!
  const [known, unknown] = [median(durations.known), median(durations.unknown)]
  expect(Math.abs(known - unknown)).toBeLessThan(Math.max(known, unknown) / 2)
})

test('link replay: a link signs in once, also when it is used many times at once', async () => {
  const { email } = await newMember()
  const { browser, path } = await receiveLink(email)
  const responses = await Promise.all(Array.from({ length: 8 }, () => press(path, browser)))
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 200, 200, 200, 200, 200, 200, 303,
  ])
  const again = await press(path, browser)
  expect([again.status, cookieOf(again)]).toEqual([200, ''])
  expect(again.text).toContain('This link was used already')
})

test('wrong browser: the link works only in the browser that asked for it, and the other shows a page that says so', async () => {
  const { email } = await newMember()
  const { browser, path } = await receiveLink(email)
  const other = cookieOf(await ask(email))
  for (const cookie of ['', other]) {
    const shown = await call('GET', path, { headers: { Cookie: cookie } })
    expect(shown.text).toContain('This link is for another browser')
    const pressed = await press(path, cookie)
    expect([pressed.status, cookieOf(pressed)]).toEqual([200, ''])
    expect(pressed.text).toContain('This link is for another browser')
  }
  expect((await press(path, browser)).status).toBe(303)
})

test('expired: a link works for 15 minutes', async () => {
  const { email } = await newMember()
  const { browser, path } = await receiveLink(email)
  await advance(14 * 60)
  expect((await call('GET', path, { headers: { Cookie: browser } })).text).toContain('Your link is valid')
  await advance(61)
  const pressed = await press(path, browser)
  expect([pressed.status, cookieOf(pressed)]).toEqual([200, ''])
  expect(pressed.text).toContain('This link has expired')
})

test('an expired attempt is not mailed, and one that could not be sent is mailed later', async () => {
  const [{ email: early }, { email: late }] = [await newMember(), await newMember()]
  for (const to of [early, late]) await simulator.script(to, 'throttle', 1)
  await ask(early)
  await mailedPath(service, early)
  await ask(late)
  await advance(16 * 60)
  await untilJobsEnded()
  expect((await mailsTo(early)).length).toBe(1)
  expect(await mailsTo(late)).toEqual([])
})

test('a member who left every shop cannot use a link that is on its way', async () => {
  const { email, personId } = await newMember()
  const { browser, path } = await receiveLink(email)
  await db.command(`delete from members where person_id = '${personId}'`)
  expect((await press(path, browser)).status).toBe(200)
})

test('session fixation: a sign-in never continues with the token that the browser brought', async () => {
  const attacker = await newMember()
  const { email, path: shop } = await newMember()
  const { browser, path } = await receiveLink(email)
  const signedIn = await press(path, `${browser}; ${attacker.cookie}`)
  const cookie = cookieOf(signedIn)
  expect(cookie).not.toBe(attacker.cookie)
  expect((await home(cookie)).headers['location']).toBe(`${shop}/messages`)
  // The session that was in this browser ended.
  expect((await home(attacker.cookie)).headers['location']).toContain('/dashboard/sign-in')
})

test('session fixation: a fresh sign-in of the same person changes the token too, and the old one ends', async () => {
  const member = await newMember()
  const { browser, path } = await receiveLink(member.email)
  const cookie = cookieOf(await press(path, `${browser}; ${member.cookie}`))
  expect(cookie).not.toBe(member.cookie)
  expect((await home(cookie)).headers['location']).toBe(`${member.path}/messages`)
  expect((await home(member.cookie)).headers['location']).toContain('/dashboard/sign-in')
})

test('open redirect: no address of another site survives', async () => {
  const { email } = await newMember()
  for (const next of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/dashboard/../inbox',
    '/dashboard\r\nX: y',
  ]) {
    const shown = await call('GET', `/dashboard/sign-in?next=${encodeURIComponent(next)}`)
    expect(shown.text).toContain('name="next" value="/dashboard"')
  }
  const { browser, path } = await receiveLink(email, '//evil.example/dashboard')
  expect((await press(path, browser)).headers['location']).toBe('/dashboard')
})

test('a form of another site neither asks for a link nor uses one', async () => {
  const { email } = await newMember()
  const foreign = { 'Sec-Fetch-Site': 'cross-site' }
  expect((await ask(email, { headers: foreign })).status).toBe(403)
  const { browser, path } = await receiveLink(email)
  expect((await submitForm(service, path, {}, { Cookie: browser, ...foreign })).status).toBe(403)
  expect((await mailsTo(email)).length).toBe(1)
})

test('limits: a client asks five times for a mailbox and twenty times in all, whether or not there is an account', async () => {
  const { email } = await newMember()
  const unknown = 'unknown@shop.example'
  for (const [client, address] of [
    ['198.51.100.1', email],
    ['198.51.100.2', unknown],
  ] as const) {
    const headers = { 'X-Forwarded-For': client }
    const statuses = []
    for (let round = 0; round < 7; round++) statuses.push((await ask(address, { headers })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  }
  const statuses = []
  for (let round = 0; round < 24; round++)
    statuses.push((await ask(`a${round}@shop.example`, { headers: { 'X-Forwarded-For': '198.51.100.3' } })).status)
  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(statuses.at(-1)).toBe(429)
})

test('limits: a mailbox gets ten links in an hour, from all browsers together', async () => {
  const { email } = await newMember()
  for (let round = 0; round < 14; round++) expect((await ask(email)).status).toBe(200)
  await mailedPath(service, email, 10)
  await sleep(1_500)
  expect((await mailsTo(email)).length).toBe(10)
  await advance(61 * 60)
  await ask(email)
  await mailedPath(service, email, 11)
})
