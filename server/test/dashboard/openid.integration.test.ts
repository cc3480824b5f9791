import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Provider } from 'oidc-provider'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../dev/free-port.ts'
import { readConfig } from '../../src/config.ts'
import { checkOpenId } from '../../src/doctor/check-openid.ts'
import { cookieOf, createMember } from '../support/dashboard.ts'
import { createTestService } from '../support/test-service.ts'

const service = await createTestService()
const { business, call, config } = service
const port = await freePort()
const issuer = `http://127.0.0.1:${port}`
const client = { clientId: 'tidings', clientSecret: 'a client secret for this test'.replaceAll(' ', '-') }
const returnUrl = `${config.publicUrl}/dashboard/sign-in/openid/return`

/** Who is signed in at the provider. */
let account = { email: '', email_verified: true }
const provider = new Provider(issuer, {
  clients: [
    {
      client_id: client.clientId,
      client_secret: client.clientSecret,
      redirect_uris: [returnUrl],
      grant_types: ['authorization_code'],
      response_types: ['code'],
    },
  ],
  claims: { openid: ['sub'], email: ['email', 'email_verified'] },
  pkce: { required: () => true },
  findAccount: (_context: unknown, accountId: string) => ({
    accountId,
    claims: async () => ({ sub: accountId, ...account }),
  }),
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
  cookies: { keys: ['a key of the cookies'] },
})
/** The pages of the provider: it signs the account in and consents at once. */
const serveProvider = provider.callback()
const site = createServer((request, response) => {
  const serve = request.url!.startsWith('/interaction/') ? signInAtProvider : serveProvider
  void serve(request, response)
})
async function signInAtProvider(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const details = await provider.interactionDetails(request, response)
  const accountId = details.session?.accountId ?? account.email
  const grant = new provider.Grant({ accountId, clientId: client.clientId })
  grant.addOIDCScope('openid email')
  const grantId = await grant.save()
  await provider.interactionFinished(request, response, { login: { accountId }, consent: { grantId } })
}
await new Promise<void>((resolve) => site.listen(port, '127.0.0.1', resolve))
afterAll(() => site.close())
await service.restart({ openId: { issuer, ...client } })

/** Follows the provider like a browser, and returns the address at which it sends the person back. */
async function visitProvider(start: string): Promise<string> {
  const jar = new Map<string, string>()
  let address = start
  for (let step = 0; step < 10; step++) {
    if (address.startsWith(returnUrl)) return address
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
      jar.set(name!, value!)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`the provider responded with ${response.status}: ${await response.text()}`)
    address = new URL(location, address).href
  }
  throw new Error('the provider did not return')
}

const pathOf = (address: string): string => address.slice(config.publicUrl.length)
async function begin(next = '/dashboard') {
  const response = await call('GET', `/dashboard/sign-in/openid?next=${encodeURIComponent(next)}`)
  return { cookie: cookieOf(response), address: String(response.headers['location']) }
}
async function comeBack(email: string, { verified = true, next = '/dashboard' } = {}) {
  account = { email, email_verified: verified }
  const { cookie, address } = await begin(next)
  return { cookie, path: pathOf(await visitProvider(address)) }
}
const enter = (path: string, cookie: string) => call('GET', path, { headers: { Cookie: cookie } })
const isRefused = (response: { status: number; text: string; headers: Record<string, unknown> }): boolean =>
  response.status === 200 &&
  response.text.includes('You are not signed in') &&
  response.headers['set-cookie'] === undefined
const newMember = async () => createMember(service, await business(), 'support')

test('the doctor finds the provider', async () => {
  const { lines, clocks } = await checkOpenId(issuer)
  expect(lines).toMatchObject([{ check: 'openid', status: 'ok' }])
  expect(clocks).toHaveLength(1)
})

test('the request has a code challenge, a state and a nonce', async () => {
  const { address } = await begin()
  const { searchParams, origin } = new URL(address)
  expect(origin).toBe(issuer)
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: 'code',
    scope: 'openid email',
    redirect_uri: returnUrl,
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  })
})

test('the provider is asked for a sign-in of the last five minutes, and the session is then fresh', async () => {
  const { email } = await newMember()
  const { searchParams } = new URL((await begin()).address)
  expect(searchParams.get('max_age')).toBe('300')
  const { cookie, path } = await comeBack(email)
  const session = cookieOf(await enter(path, cookie))
  const confirmed = await call('GET', '/dashboard/account/passkeys/new', { headers: { Cookie: session } })
  expect(confirmed.headers['location']).not.toMatch(/^\/dashboard\/confirm/)
})

test('another site cannot begin a sign-in', async () => {
  const { status, headers } = await call('GET', '/dashboard/sign-in/openid', {
    headers: { 'Sec-Fetch-Site': 'cross-site' },
  })
  expect([status, headers['location'], headers['set-cookie']]).toEqual([303, '/dashboard/sign-in', undefined])
})

test('a member signs in with the address that the provider verified, and continues at the page', async () => {
  const { email, path: shop } = await newMember()
  const { cookie, path } = await comeBack(email, { next: `${shop}/recipients` })
  const signedIn = await enter(path, cookie)
  expect([signedIn.status, signedIn.headers['location']]).toEqual([303, `${shop}/recipients`])
  const home = await call('GET', '/dashboard', { headers: { Cookie: cookieOf(signedIn) } })
  expect(home.headers['location']).toBe(`${shop}/messages`)
})

test('an address that is not verified or has no account gets the same page', async () => {
  const { email } = await newMember()
  const texts = []
  for (const [address, verified] of [
    [email, false],
    ['unknown@shop.example', true],
  ] as const) {
    const { cookie, path } = await comeBack(address, { verified })
    const response = await enter(path, cookie)
    expect(isRefused(response)).toBe(true)
    texts.push(response.text)
  }
  expect(new Set(texts).size).toBe(1)
})

test('a return is refused in another browser, with another state, and when it is repeated', async () => {
  const { email } = await newMember()
  const { cookie: other, address } = await begin()
  const otherState = new URL(address).searchParams.get('state')!
  const { cookie, path } = await comeBack(email)
  expect(isRefused(await enter(path, ''))).toBe(true)
  expect(isRefused(await enter(path, other))).toBe(true)
  expect(isRefused(await enter(path.replace(/state=[^&]+/, `state=${otherState}`), cookie))).toBe(true)
  // A code of one sign-in in the return of another: its challenge and nonce do not match.
  expect(isRefused(await enter(path.replace(/state=[^&]+/, `state=${otherState}`), other))).toBe(true)
  expect((await enter(path, cookie)).status).toBe(303)
  expect(isRefused(await enter(path, cookie))).toBe(true)
})

test('a return without a code or with an error of the provider is refused', async () => {
  for (const query of ['', '?code=x', '?error=access_denied', '?code=x&state=x'])
    expect(isRefused(await enter(`/dashboard/sign-in/openid/return${query}`, (await begin()).cookie))).toBe(true)
  const { cookie, address } = await begin()
  const state = new URL(address).searchParams.get('state')!
  const path = `/dashboard/sign-in/openid/return?error=access_denied&state=${state}&iss=${encodeURIComponent(issuer)}`
  expect(isRefused(await enter(path, cookie))).toBe(true)
})

test('open redirect: the person continues only in the dashboard', async () => {
  const { email } = await newMember()
  const { cookie, path } = await comeBack(email, { next: 'https://evil.example/' })
  expect((await enter(path, cookie)).headers['location']).toBe('/dashboard')
})

test('the service starts and signs in by link while the provider is down, and the button says so', async () => {
  await service.restart({ openId: { issuer: `http://127.0.0.1:${await freePort()}`, ...client } })
  expect((await call('GET', '/dashboard/sign-in')).text).toContain('Use single sign-on')
  const response = await call('GET', '/dashboard/sign-in/openid')
  expect(response.status).toBe(503)
  expect(response.text).toContain('The identity provider did not respond')
})

test('a provider that does not respond is given up after five seconds', async () => {
  const silent = createServer((_request: IncomingMessage) => undefined)
  const silentPort = await freePort()
  await new Promise<void>((resolve) => silent.listen(silentPort, '127.0.0.1', resolve))
  await service.restart({ openId: { issuer: `http://127.0.0.1:${silentPort}`, ...client } })
  expect((await call('GET', '/dashboard/sign-in/openid')).status).toBe(503)
  silent.closeAllConnections()
  silent.close()
})

test('without the settings there is no button and no address', async () => {
  await service.restart({ openId: null })
  expect((await call('GET', '/dashboard/sign-in')).text).not.toContain('single sign-on')
  expect((await call('GET', '/dashboard/sign-in/openid')).status).toBe(404)
})

test.each([
  [
    { OPENID_ISSUER: 'http://id.example.com', OPENID_CLIENT_ID: 'a', OPENID_CLIENT_SECRET: 'b' },
    /OPENID_ISSUER is not valid/,
  ],
  [{ OPENID_ISSUER: 'https://id.example.com' }, /set together or not at all/],
  [{ OPENID_CLIENT_SECRET: 'a-secret-value' }, /set together or not at all/],
])('the settings %j are refused, and the message has no secret', (environment, problem) => {
  const reading = readConfig(environment)
  const problems = 'problems' in reading ? reading.problems : []
  expect(problems.filter((text) => problem.test(text))).toHaveLength(1)
  expect(problems.join(' ')).not.toContain('a-secret-value')
})
