import { afterAll, expect, test } from 'vitest'
import { startSimulator } from './simulator.ts'
import { createClient } from './test-client.ts'
import { type Respond, startTestService } from './test-service.ts'

const bodies: Record<string, object> = {
  '/api/v1/credits': { balance: 1_998, low_balance: false, threshold: 50 },
  '/operator/v1/businesses/biz_1/ledger?limit=10': {
    items: [
      { id: 'led_3', delta: 1, kind: 'refund', note: null, at: '2026-11-14T22:41:05.000Z' },
      { id: 'led_2', delta: -3, kind: 'charge', note: null, at: '2026-11-14T22:41:00.000Z' },
      { id: 'led_1', delta: 2_000, kind: 'grant', note: 'to <try>', at: '2026-11-14T22:40:00.000Z' },
    ],
    next_cursor: null,
  },
}
const respondWithCredits: Respond = ({ path }) => ({ status: 200, body: JSON.stringify(bodies[path]) })

async function loadPage(respond: Respond) {
  const [simulator, service] = [await startSimulator({ port: 0 }), await startTestService(respond)]
  afterAll(async () => {
    await simulator.stop()
    await service.stop()
  })
  const before = await createClient(simulator).page('/')
  simulator.showCredits({ url: service.url, businessId: 'biz_1', apiKey: 'a-key', operatorToken: 'a-token' })
  return { before, page: await createClient(simulator).page('/'), calls: service.calls }
}
const textOf = (page: string): string =>
  page
    .slice(page.indexOf('<h2 id="credits">'))
    .replace(/<\/section>[\s\S]*$/, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\d\d:\d\d:\d\d/g, 'then')
    .replaceAll(/\s+/g, ' ')
    .trim()

test('the page shows the balance and the newest ledger entries of the given business', async () => {
  const { before, page, calls } = await loadPage(respondWithCredits)
  expect(before).not.toContain('Credits')
  expect(textOf(page)).toBe('Credits 1,998 left +1 refund then -3 charge then +2,000 grant then to &lt;try&gt;')
  expect(page).not.toMatch(/a-key|a-token/)
  const requested = calls.map(({ path, headers }) => [path, headers.authorization])
  expect(new Map(requested as [string, string][])).toEqual(
    new Map([
      ['/api/v1/credits', 'Bearer a-key'],
      ['/operator/v1/businesses/biz_1/ledger?limit=10', 'Bearer a-token'],
    ]),
  )
})

for (const [failure, respond] of [
  ['hangs', () => 'hang'],
  ['closes', () => 'close'],
  ['rejects the key', () => ({ status: 401, body: '{}' })],
  ['returns invalid JSON', () => ({ status: 200, body: 'no' })],
] as const satisfies [string, Respond][])
  test(`when the service ${failure}, the page shows no credits and everything else`, async () => {
    const { page } = await loadPage(respond)
    expect(textOf(page)).toBe('Credits The service did not respond.')
    expect(page).toContain('No mail yet')
  })
