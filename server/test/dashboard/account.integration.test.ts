import { expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { cookieOf, createMember, hiddenField, mailedPath, submitForm } from '../support/dashboard.ts'
import { createTestService } from '../support/test-service.ts'

const service = await createTestService()
const { call, business, db, operator } = service
const advance = (seconds: number) => operator('POST', '/clock/advance', { seconds })
const hour = 3600

const newMember = async () => createMember(service, await business(), 'owner')
const open = (path: string, cookie: string) => call('GET', path, { headers: { Cookie: cookie } })
const isSignedIn = async (cookie: string): Promise<boolean> => (await open('/dashboard/account', cookie)).status === 200
const submit = async (path: string, cookie: string, fields: Record<string, string> = {}) => {
  const csrf = hiddenField((await open('/dashboard/account', cookie)).text, 'csrf')
  return submitForm(service, path, { csrf, ...fields }, { Cookie: cookie })
}
/** Signs the person in with a link. */
async function signIn(
  email: string,
  { cookie, sent = 1, userAgent = 'a test' }: { cookie?: string; sent?: number; userAgent?: string } = {},
) {
  const browser = cookieOf(await submitForm(service, '/dashboard/sign-in', { email }))
  const path = await mailedPath(service, email, sent)
  return cookieOf(
    await submitForm(
      service,
      path,
      {},
      { Cookie: cookie === undefined ? browser : `${browser}; ${cookie}`, 'User-Agent': userAgent },
    ),
  )
}
type AuditRow = { action: string; target: string | null }
const auditOf = statement<{ personId: string }, AuditRow>(
  'test.audit_of_account',
  `select action, target from audit_log where person_id = $personId order by at, id`,
)

test('the account shows the name, the address and each session, and marks this one', async () => {
  const { email, cookie } = await newMember()
  await signIn(email, { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' })
  const { text } = await open('/dashboard/account', cookie)
  expect(text).toContain('Ana Lopez')
  expect(text).toContain(email)
  expect(text).toContain('Firefox on Linux')
  expect(text.match(/this browser/g)).toHaveLength(1)
})

test('sign-out ends the session in the database and in the browser', async () => {
  const { cookie, personId } = await newMember()
  const response = await submit('/dashboard/sign-out', cookie)
  expect([response.status, response.headers['location']]).toEqual([303, '/dashboard/sign-in'])
  expect(String(response.headers['set-cookie'])).toContain('__Host-dashboard=; Max-Age=0')
  expect(await isSignedIn(cookie)).toBe(false)
  expect((await db.all(auditOf, { personId })).map(({ action }) => action)).toEqual(['signOut'])
})

test('session theft: a revoked session is worth nothing from the next request on', async () => {
  const { email, cookie: own, personId } = await newMember()
  const stolen = await signIn(email)
  expect(await isSignedIn(stolen)).toBe(true)
  const csrfOfThief = hiddenField((await open('/dashboard/account', stolen)).text, 'csrf')
  const { text } = await open('/dashboard/account', own)
  const [, action] = /action="(\/dashboard\/account\/sessions\/[0-9a-f-]+\/end)"/.exec(text)!
  expect((await submit(action!, own)).headers['location']).toBe('/dashboard/account?done=session')
  expect(await isSignedIn(stolen)).toBe(false)
  const form = await submitForm(
    service,
    '/dashboard/account/sessions/end-others',
    { csrf: csrfOfThief },
    { Cookie: stolen },
  )
  expect(form.status).toBe(403)
  expect(await isSignedIn(own)).toBe(true)
  expect((await db.all(auditOf, { personId })).map((row) => row.action)).toEqual(['signIn', 'revokeSession'])
})

test('all other sessions end together', async () => {
  const { email, cookie: own } = await newMember()
  const others = [await signIn(email, { sent: 1 }), await signIn(email, { sent: 2 })]
  expect((await submit('/dashboard/account/sessions/end-others', own)).status).toBe(303)
  expect(await Promise.all([own, ...others].map(isSignedIn))).toEqual([true, false, false])
})

test('a person cannot end the session of another', async () => {
  const [mine, theirs] = [await newMember(), await newMember()]
  const response = await submit(`/dashboard/account/sessions/${theirs.sessionId}/end`, mine.cookie)
  expect(response.headers['location']).toBe('/dashboard/account')
  expect(await isSignedIn(theirs.cookie)).toBe(true)
})

test('CSRF: a form without the token of the session changes nothing', async () => {
  const [mine, theirs] = [await newMember(), await newMember()]
  const csrf = hiddenField((await open('/dashboard/account', theirs.cookie)).text, 'csrf')
  for (const token of ['', csrf, 'x'])
    expect((await submitForm(service, '/dashboard/sign-out', { csrf: token }, { Cookie: mine.cookie })).status).toBe(
      403,
    )
  expect(await isSignedIn(mine.cookie)).toBe(true)
})

test('a session ends after twelve hours without a request, and not before', async () => {
  const { cookie } = await newMember()
  await advance(11 * hour)
  expect(await isSignedIn(cookie)).toBe(true)
  await advance(11 * hour)
  expect(await isSignedIn(cookie)).toBe(true)
  await advance(12 * hour + 1)
  expect(await isSignedIn(cookie)).toBe(false)
})

test('a list of messages that stays open does not keep a session from ending', async () => {
  const { cookie, path } = await newMember()
  const newer = `${path}/messages/newer?since=${new Date().toISOString()}`
  for (const hours of [6, 6]) {
    await advance(hours * hour)
    await open(newer, cookie)
  }
  await advance(1)
  expect(await isSignedIn(cookie)).toBe(false)
})

test('a session ends after fourteen days, also when it is confirmed in between', async () => {
  const { email, cookie } = await newMember()
  let current = cookie
  for (let half = 0; half < 27; half++) {
    await advance(12 * hour - 60)
    expect(await isSignedIn(current)).toBe(true)
  }
  current = await signIn(email, { cookie: current })
  expect(await isSignedIn(current)).toBe(true)
  await advance(12 * hour)
  expect(await isSignedIn(current)).toBe(false)
})

test('a fresh sign-in continues the session at the page that asked for it, and is in the audit log', async () => {
  const { email, cookie, personId, path } = await newMember()
  await advance(11 * 60)
  const next = `${path}/recipients`
  const shown = await open(`/dashboard/confirm?next=${encodeURIComponent(next)}`, cookie)
  expect(shown.text).toContain(`name="next" value="${next}"`)
  const asked = await submit('/dashboard/confirm', cookie, { next })
  const link = await mailedPath(service, email)
  const confirmed = await submitForm(service, link, {}, { Cookie: `${cookieOf(asked)}; ${cookie}` })
  expect([confirmed.status, confirmed.headers['location']]).toEqual([303, next])
  const sessions = await db.all(sessionsProved, { personId })
  expect(sessions).toEqual([{ isFresh: true }])
  expect((await db.all(auditOf, { personId })).map((row) => row.action)).toEqual(['signIn'])
})
const sessionsProved = statement<{ personId: string }, { isFresh: boolean }>(
  'test.sessions_proved',
  `select proved_at > clock_now() - interval '1 minute' as "isFresh" from dashboard_sessions where person_id = $personId`,
)

test('open redirect: a confirmation leads only to the dashboard', async () => {
  const { cookie } = await newMember()
  const { text } = await open('/dashboard/confirm?next=//evil.example', cookie)
  expect(text).not.toContain('evil.example')
})
