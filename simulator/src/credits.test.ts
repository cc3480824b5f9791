import { afterAll, expect, test } from 'vitest'
import { startSimulator } from './simulator.ts'
import { clientOf } from './test-client.ts'
import { startTestService, type Treat } from './test-service.ts'

const answers: Record<string, object> = {
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
const telling: Treat = ({ path }) => ({ status: 200, body: JSON.stringify(answers[path]) })

async function pageBeside(treat: Treat) {
  const [simulator, service] = [await startSimulator({ port: 0 }), await startTestService(treat)]
  afterAll(async () => {
    await simulator.stop()
    await service.stop()
  })
  const before = await clientOf(simulator).page('/')
  simulator.showCredits({ url: service.url, businessId: 'biz_1', apiKey: 'a-key', operatorToken: 'a-token' })
  return { before, page: await clientOf(simulator).page('/'), calls: service.calls }
}
const wordsOf = (page: string): string =>
  page
    .slice(page.indexOf('<h2 id="credits">'))
    .replace(/<\/section>[\s\S]*$/, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\d\d:\d\d:\d\d/g, 'then')
    .replaceAll(/\s+/g, ' ')
    .trim()

test('the page shows whose credits it was told to show: the balance, and the newest changes first', async () => {
  const { before, page, calls } = await pageBeside(telling)
  expect(before).not.toContain('Credits')
  expect(wordsOf(page)).toBe('Credits 1,998 left +1 refund then -3 charge then +2,000 grant then to &lt;try&gt;')
  expect(page).not.toMatch(/a-key|a-token/)
  const asked = calls.map(({ path, headers }) => [path, headers.authorization])
  expect(new Map(asked as [string, string][])).toEqual(
    new Map([
      ['/api/v1/credits', 'Bearer a-key'],
      ['/operator/v1/businesses/biz_1/ledger?limit=10', 'Bearer a-token'],
    ]),
  )
})

for (const [what, treat] of [
  ['hangs', () => 'hang'],
  ['closes', () => 'close'],
  ['does not know the key', () => ({ status: 401, body: '{}' })],
  ['says something else', () => ({ status: 200, body: 'no' })],
] as const satisfies [string, Treat][])
  test(`a service that ${what} leaves the rest of the page as it is`, async () => {
    const { page } = await pageBeside(treat)
    expect(wordsOf(page)).toBe('Credits The service does not say.')
    expect(page).toContain('No mail yet')
  })
