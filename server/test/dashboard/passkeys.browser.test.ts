import { createServer } from 'node:http'
import type { Page, Request } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../dev/free-port.ts'
import { statement } from '../../src/db/statement.ts'
import { newVisitor, startBrowser } from '../browser/browser.ts'
import { cookieOf, createMember, mailedPath, submitForm } from '../support/dashboard.ts'
import { createTestService } from '../support/test-service.ts'

const service = await createTestService()
// A passkey belongs to a host name: there is none for an IP address.
const origin = `http://localhost:${new URL(service.config.publicUrl).port}`
await service.restart({ publicUrl: origin })
const { business, call, db } = service
const browser = await startBrowser()

/** A signed-in member with a device that has a virtual authenticator. */
async function newDevice() {
  const member = await createMember(service, await business(), 'owner')
  const page = await newVisitor(browser)
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await signInByLink(page, member.email)
  return { ...member, page, device, authenticatorId }
}

async function signInByLink(page: Page, email: string): Promise<void> {
  await page.goto(`${origin}/dashboard/sign-in`)
  await page.getByLabel('Your email address').fill(email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await page.goto(origin + (await mailedPath(service, email)))
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto(`${origin}/dashboard/account`)
  await page.getByRole('link', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await page.getByText('The passkey was added').waitFor()
}

async function signOut(page: Page): Promise<void> {
  await page.goto(`${origin}/dashboard/account`)
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in to Tidings' }).waitFor()
}

/** A device with a passkey, signed out. */
async function deviceWithPasskey() {
  const device = await newDevice()
  await addPasskey(device.page, 'Work laptop')
  await signOut(device.page)
  return device
}

/** Begins a sign-in without a browser: the challenge, and the cookie that it belongs to. */
async function begin() {
  const response = await submitForm(service, '/dashboard/sign-in/passkey/options', { next: '/dashboard' })
  return { cookie: cookieOf(response), ...(response.json as { attempt: string; options: { challenge: string } }) }
}
const send = (cookie: string, attempt: string, response: string) =>
  submitForm(service, '/dashboard/sign-in/passkey', { attempt, response }, { Cookie: cookie })
/** Asks the authenticator of this page for an assertion, as a page of another site or a changed client can. */
const assertion = (page: Page, challenge: string, userVerification: 'required' | 'discouraged' = 'required') =>
  page.evaluate<string>(`(async () => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
      challenge: '${challenge}', rpId: 'localhost', userVerification: '${userVerification}',
    })
    return JSON.stringify(await navigator.credentials.get({ publicKey }))
  })()`)
const isRefused = (response: { status: number; text: string; headers: Record<string, unknown> }): boolean =>
  response.status === 200 &&
  response.text.includes('You are not signed in') &&
  response.headers['set-cookie'] === undefined

const setCounter = statement<{ personId: string; counter: number }>(
  'test.set_passkey_counter',
  `update passkeys set counter = $counter where person_id = $personId`,
)
const actionsOf = statement<{ personId: string }, { action: string; method: string | null }>(
  'test.actions_of_person',
  `select action, after ->> 'method' as method from audit_log where person_id = $personId order by at, id`,
)

test('a person adds a passkey, signs in with it, and removes it', async () => {
  const { page, personId, path } = await deviceWithPasskey()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL(`${origin}${path}/messages`)
  await page.goto(`${origin}/dashboard/account`)
  const row = page.getByRole('row', { name: 'Work laptop' })
  expect(await row.getByText('Never').count()).toBe(0)
  await row.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('The passkey was removed').waitFor()
  expect(await db.all(actionsOf, { personId })).toEqual([
    { action: 'signIn', method: 'link' },
    { action: 'addPasskey', method: null },
    { action: 'signOut', method: null },
    { action: 'signIn', method: 'passkey' },
    { action: 'removePasskey', method: null },
  ])
})

test('a passkey that was removed does not sign in', async () => {
  const { page, personId } = await deviceWithPasskey()
  await db.command(`delete from passkeys where person_id = '${personId}'`)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('heading', { name: 'You are not signed in' }).waitFor()
})

test('a replayed assertion is refused, with its own challenge and with a new one', async () => {
  const { page, path } = await deviceWithPasskey()
  const sent = new Promise<Request>((resolve) =>
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/sign-in/passkey')) resolve(request)
    }),
  )
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL(`${origin}${path}/messages`)
  const fields = new URLSearchParams((await sent).postData()!)
  const [attempt, response] = [fields.get('attempt')!, fields.get('response')!]
  const { cookie = '' } = await (await sent).allHeaders()
  expect(isRefused(await send(cookie, attempt, response))).toBe(true)
  const begun = await begin()
  expect(isRefused(await send(begun.cookie, begun.attempt, response))).toBe(true)
})

test('an assertion is refused in a browser that did not ask for the challenge', async () => {
  const { page } = await deviceWithPasskey()
  const begun = await begin()
  const response = await assertion(page, begun.options.challenge)
  const { cookie: other } = await begin()
  expect(isRefused(await send(other, begun.attempt, response))).toBe(true)
  expect(isRefused(await send('', begun.attempt, response))).toBe(true)
  expect((await send(begun.cookie, begun.attempt, response)).status).toBe(303)
})

test('an assertion that another origin obtained is refused', async () => {
  const { page } = await deviceWithPasskey()
  const port = await freePort()
  const site = createServer((_request, response) =>
    response.setHeader('Content-Type', 'text/html').end('<title>Another site</title>'),
  )
  await new Promise<void>((resolve) => site.listen(port, resolve))
  afterAll(() => site.close())
  await page.goto(`http://localhost:${port}/`)
  const begun = await begin()
  const response = await assertion(page, begun.options.challenge)
  expect(isRefused(await send(begun.cookie, begun.attempt, response))).toBe(true)
})

test('an assertion without user verification is refused', async () => {
  const { page, device, authenticatorId } = await deviceWithPasskey()
  await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  const begun = await begin()
  const response = await assertion(page, begun.options.challenge, 'discouraged')
  expect(isRefused(await send(begun.cookie, begun.attempt, response))).toBe(true)
  // The page asks for verification, so the browser refuses before anything is sent.
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByText('No passkey was used').waitFor()
})

test('a counter that does not grow is refused, because the passkey may be a copy', async () => {
  const { page, personId } = await deviceWithPasskey()
  await db.transaction(async (tx) => tx.write(setCounter, { personId, counter: 1_000 }))
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('heading', { name: 'You are not signed in' }).waitFor()
})

test('a passkey is added only after a fresh sign-in', async () => {
  const { page, email } = await newDevice()
  await db.command(
    `update dashboard_sessions s set proved_at = clock_now() - interval '11 minutes' from people p where p.id = s.person_id and p.email = '${email}'`,
  )
  await page.goto(`${origin}/dashboard/account/passkeys/new`)
  await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor()
})

test('a passkey confirms a dangerous act, and the person continues there', async () => {
  const { page, personId } = await newDevice()
  await addPasskey(page, 'Phone')
  await db.command(
    `update dashboard_sessions set proved_at = clock_now() - interval '11 minutes' where person_id = '${personId}'`,
  )
  await page.goto(`${origin}/dashboard/account/passkeys/new`)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL(`${origin}/dashboard/account/passkeys/new`)
})

test('a challenge does not depend on an account, and malformed responses are refused', async () => {
  const { options } = await begin()
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
  for (const response of ['', '{}', 'null', '{"id":1}', '{"id":"x"}', '{"id":"x","response":{}}', '[]', '"x"']) {
    const begun = await begin()
    expect(isRefused(await send(begun.cookie, begun.attempt, response))).toBe(true)
    expect(isRefused(await send(begun.cookie, 'x', response))).toBe(true)
  }
})

test('without scripts there is no button for a passkey, and the link by email works', async () => {
  const { email } = await createMember(service, await business(), 'viewer')
  const page = await newVisitor(browser, { javaScriptEnabled: false })
  await page.goto(`${origin}/dashboard/sign-in`)
  expect(await page.getByRole('button', { name: 'Use a passkey' }).isVisible()).toBe(false)
  await signInByLink(page, email)
  await page.goto(`${origin}/dashboard/account`)
  expect(await page.getByText('this browser').count()).toBe(1)
})

test('at an IP address passkeys are not offered', async () => {
  await service.restart({ publicUrl: service.config.publicUrl })
  expect((await call('GET', '/dashboard/sign-in')).text).not.toContain('passkey')
})
