import { expect, test } from 'vitest'
import { returnPath } from './return-path.decide.ts'

test.each([
  '/dashboard',
  '/dashboard/a1b2/messages?q=42&outcome=failed',
  '/dashboard/a1b2/recipients/ada%40example.com',
])('%s is an address of the dashboard', (given) => {
  expect(returnPath(given)).toBe(given)
})

test.each([
  null,
  '',
  '/',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/dashboard//evil.example',
  '/dashboardx',
  '/dashboard/../inbox/x',
  '/dashboard/..',
  '/dashboard/%2e%2e/unsubscribe/x',
  '/dashboard/a/.%2E',
  '/dashboard/a\nSet-Cookie: x',
  '/dashboard/https://evil.example',
  `/dashboard/${'a'.repeat(500)}`,
])('%s is not', (given) => {
  expect(returnPath(given)).toBe('/dashboard')
})
