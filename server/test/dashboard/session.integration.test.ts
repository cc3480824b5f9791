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
