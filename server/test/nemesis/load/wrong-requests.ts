/** A request that is wrong on purpose, and the status it must get even during faults. */
export type WrongRequest = { path: string; body: string; expectedStatus: number; key?: string; apiKey?: string }

const push = '/api/v1/messages'
const valid = { recipient_email: 'ada@simulator.example', subject: 'Wrong on purpose', body: 'Never stored.' }

export const wrongRequests: ((next: () => number) => WrongRequest)[] = [
  () => ({ path: push, body: JSON.stringify({ ...valid, subject: 'a\u0000b' }), expectedStatus: 422 }),
  () => ({ path: push, body: JSON.stringify({ ...valid, body: '\ud800' }), expectedStatus: 422 }),
  () => ({ path: push, body: JSON.stringify({ ...valid, subject: 'x'.repeat(301) }), expectedStatus: 422 }),
  () => ({ path: push, body: JSON.stringify({ ...valid, recipient_email: 'nobody' }), expectedStatus: 422 }),
  () => ({ path: push, body: JSON.stringify({ ...valid, recipient_phone: '12' }), expectedStatus: 422 }),
  () => ({ path: push, body: JSON.stringify({ ...valid, send_at: '2001-01-01T00:00:00Z' }), expectedStatus: 422 }),
  () => ({ path: push, body: '{"recipient_email":', expectedStatus: 422 }),
  () => ({ path: push, body: '['.repeat(5_000), expectedStatus: 422 }),
  () => ({ path: push, body: JSON.stringify(valid), key: 'k'.repeat(256), expectedStatus: 422 }),
  () => ({ path: push, body: `"${'x'.repeat(2 * 1024 * 1024)}"`, expectedStatus: 413 }),
  () => ({
    path: '/api/v1/messages/batch',
    body: JSON.stringify({ messages: Array.from({ length: 101 }, () => valid) }),
    expectedStatus: 422,
  }),
  () => ({ path: '/api/v1/messages/msg_00000000000000000000000000/retract', body: '', expectedStatus: 404 }),
  () => ({ path: '/api/v1/nowhere', body: '{}', expectedStatus: 404 }),
  (next) => ({ path: push, body: JSON.stringify(valid), apiKey: `td_live_00${String(next())}`, expectedStatus: 401 }),
]
