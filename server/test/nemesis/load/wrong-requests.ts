/** Requests that are wrong on purpose, and what each must be answered with, whatever else is going on. */
export type WrongRequest = { path: string; body: string; mustBe: number; key?: string; apiKey?: string }

const push = '/api/v1/messages'
const sound = { recipient_email: 'ada@simulator.example', subject: 'Wrong on purpose', body: 'Never stored.' }

export const wrongRequests: ((next: () => number) => WrongRequest)[] = [
  () => ({ path: push, body: JSON.stringify({ ...sound, subject: 'a\u0000b' }), mustBe: 422 }),
  () => ({ path: push, body: JSON.stringify({ ...sound, body: '\ud800' }), mustBe: 422 }),
  () => ({ path: push, body: JSON.stringify({ ...sound, subject: 'x'.repeat(301) }), mustBe: 422 }),
  () => ({ path: push, body: JSON.stringify({ ...sound, recipient_email: 'nobody' }), mustBe: 422 }),
  () => ({ path: push, body: JSON.stringify({ ...sound, recipient_phone: '12' }), mustBe: 422 }),
  () => ({ path: push, body: JSON.stringify({ ...sound, send_at: '2001-01-01T00:00:00Z' }), mustBe: 422 }),
  () => ({ path: push, body: '{"recipient_email":', mustBe: 422 }),
  () => ({ path: push, body: '['.repeat(5_000), mustBe: 422 }),
  () => ({ path: push, body: JSON.stringify(sound), key: 'k'.repeat(256), mustBe: 422 }),
  () => ({ path: push, body: `"${'x'.repeat(2 * 1024 * 1024)}"`, mustBe: 413 }),
  () => ({
    path: '/api/v1/messages/batch',
    body: JSON.stringify({ messages: Array.from({ length: 101 }, () => sound) }),
    mustBe: 422,
  }),
  () => ({ path: '/api/v1/messages/msg_00000000000000000000000000/retract', body: '', mustBe: 404 }),
  () => ({ path: '/api/v1/nowhere', body: '{}', mustBe: 404 }),
  (next) => ({ path: push, body: JSON.stringify(sound), apiKey: `td_live_00${String(next())}`, mustBe: 401 }),
]
