import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createMember } from '../support/dashboard.ts'
import { createTestService } from '../support/test-service.ts'

const service = await createTestService()
const { call, business } = service

test('a browser without a session is asked to sign in and continues at the page', async () => {
  const { status, headers } = await call('GET', '/dashboard')
  expect([status, headers['location']]).toEqual([303, '/dashboard/sign-in?next=%2Fdashboard'])
})

test('a member of one shop continues to its messages', async () => {
  const { cookie, path } = await createMember(service, await business(), 'viewer')
  const { status, headers } = await call('GET', '/dashboard', { headers: { Cookie: cookie } })
  expect([status, headers['location']]).toEqual([303, `${path}/messages`])
})

test.each([
  ['an address that was cut off', '/dashboard/abc/messages/msg_1/ret', 404],
  ['the address of a form', '/dashboard/abc/messages/msg_1/sms', 405],
])('%s is a page for people', async (_, path, status) => {
  const response = await call('GET', path)
  expect(response.status).toBe(status)
  expect(response.headers['content-type']).toMatch(/^text\/html/)
  expect(response.text).toContain('This page does not exist')
})

test('guesses of sessions from one address are refused after a hundred, and people with a session are not', async () => {
  await service.restart({ proxies: 1 })
  const { cookie, path } = await createMember(service, await business(), 'viewer')
  const from = (address: string, session: string) =>
    call('GET', `${path}/messages`, { headers: { Cookie: session, 'X-Forwarded-For': address } })
  const guess = (): string => `__Host-dashboard=${randomBytes(32).toString('base64url')}`
  // People at the same address do not use up what guesses may.
  for (let count = 0; count < 30; count++) expect((await from('192.0.2.1', cookie)).status).toBe(200)
  const statuses: number[] = []
  for (let count = 0; count < 140; count++) statuses.push((await from('192.0.2.1', guess())).status)
  expect(statuses.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => 303))
  expect(statuses).toContain(429)
  expect((await from('192.0.2.2', guess())).status).toBe(303)
  // Nor do guesses block people at the same address who were here before.
  expect((await from('192.0.2.1', cookie)).status).toBe(200)
})
