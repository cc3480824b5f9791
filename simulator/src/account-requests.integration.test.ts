import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startSimulator } from './simulator.ts'
import { createClient } from './test-client.ts'

const simulator = await startSimulator({ port: 0 })
const client = createClient(simulator)
afterAll(simulator.stop)
beforeEach(() => client.post('/reset', {}))

const basic = (password: string): string => `Basic ${Buffer.from(`user:${password}`).toString('base64')}`
const twilio = '/2010-04-01/Accounts/AC1.json'
const vonage = '/accounts/a1b2c3d4/secrets'
const sender = '/v24.0/1234'
const apps = '/v24.0/5678/subscribed_apps'
const templates = '/v24.0/5678/message_templates'

async function request(path: string, authorization: string, template?: object) {
  const body = template === undefined ? {} : { method: 'POST', body: JSON.stringify(template) }
  const response = await fetch(simulator.providersUrl + path, { headers: { authorization }, ...body })
  return { status: response.status, body: await response.json() }
}

for (const [path, authorization, body] of [
  [twilio, basic('token'), { sid: 'AC1', status: 'active' }],
  [vonage, basic('secret'), { _embedded: { secrets: [{ id: expect.any(String) }] } }],
  [sender, 'Bearer token', { id: '1234', quality_rating: 'GREEN' }],
  [apps, 'Bearer token', { data: [{ whatsapp_business_api_data: { name: 'Tidings' } }] }],
  ['/v24.0/5000/subscribed_apps', 'Bearer token', { data: [] }],
  [templates, 'Bearer token', { data: [] }],
] as const)
  test(`GET ${path} → 200, and it is no submission`, async () => {
    expect(await request(path, authorization)).toMatchObject({ status: 200, body })
    expect(await client.attempts()).toEqual([])
  })

for (const [path, body, ...refused] of [
  [twilio, { code: 20003 }, 'Bearer token', basic('refused-token')],
  [vonage, { title: 'Invalid credentials supplied' }, 'Bearer token', basic('refused-secret')],
  [sender, { error: { code: 190 } }, basic('token'), 'Bearer refused-token'],
  [apps, { error: { code: 190 } }, basic('token'), 'Bearer refused-token'],
  [templates, { error: { code: 190 } }, basic('token'), 'Bearer refused-token'],
] as const)
  for (const authorization of refused)
    test(`GET ${path} with ${authorization} → 401 in the format of the provider`, async () => {
      expect(await request(path, authorization)).toMatchObject({ status: 401, body })
    })

test('refused credentials are refused for messages too', async () => {
  expect([
    await client.text({}, { authorization: basic('refused-token') }),
    await client.whatsapp({}, { authorization: 'Bearer refused-token' }),
    await client.attempts(),
  ]).toMatchObject([{ status: 401 }, { status: 401 }, []])
})

type Listed = { data: { name: string }[]; paging: { cursors: { after: string } } }
describe('templates', () => {
  const create = (name: string, over: object = {}) =>
    request(templates, 'Bearer token', { name, language: 'en', category: 'UTILITY', components: [], ...over })
  const list = async (query = '') => (await request(templates + query, 'Bearer token')).body as Listed
  const decide = (name: string, status: string) => client.post('/templates', { name, status })

  test('a new template is pending in its response and approved in the list', async () => {
    expect(await create('order_shipped')).toEqual({
      status: 200,
      body: { id: expect.any(String), status: 'PENDING', category: 'UTILITY' },
    })
    expect(await list()).toMatchObject({
      data: [{ name: 'order_shipped', language: 'en', status: 'APPROVED', parameter_format: 'POSITIONAL' }],
    })
  })
  test('a second one of the same name needs another language', async () => {
    await create('order_shipped')
    expect(await create('order_shipped')).toMatchObject({
      status: 400,
      body: { error: { code: 100, error_subcode: 2388024 } },
    })
    expect((await create('order_shipped', { language: 'de' })).status).toBe(200)
  })
  for (const missing of ['name', 'language', 'category', 'components'])
    test(`a template without ${missing} is refused`, async () => {
      expect(await create('order_shipped', { [missing]: undefined })).toMatchObject({
        status: 400,
        body: { error: { code: 100 } },
      })
      expect((await list()).data).toEqual([])
    })
  test('a decision is for a template that exists or is created later', async () => {
    await create('order_shipped')
    await decide('order_shipped', 'PAUSED')
    await decide('order_delayed', 'REJECTED')
    await create('order_delayed')
    expect((await list()).data).toMatchObject([{ status: 'PAUSED' }, { status: 'REJECTED' }])
  })
  test('the platform refuses a template until the decision changes', async () => {
    await decide('order_delayed', 'refused')
    expect(await create('order_delayed')).toMatchObject({ status: 400, body: { error: { error_subcode: 2388023 } } })
    await decide('order_delayed', 'APPROVED')
    expect((await create('order_delayed')).status).toBe(200)
  })
  test('the list filters by name and has a cursor until the last page', async () => {
    for (const name of ['order_1', 'order_2', 'order_3', 'other']) await create(name)
    const first = await list('?name=order&limit=2')
    expect(first.data.map(({ name }) => name)).toEqual(['order_1', 'order_2'])
    expect(first.paging).toHaveProperty('next')
    const second = await list(`?name=order&limit=2&after=${first.paging.cursors.after}`)
    expect(second.data.map(({ name }) => name)).toEqual(['order_3'])
    expect(second.paging).not.toHaveProperty('next')
  })
  for (const [what, body] of [
    ['without a name', { status: 'APPROVED' }],
    ['with an unknown status', { name: 'order_shipped', status: 'approved' }],
    ['with an unknown field', { name: 'order_shipped', status: 'APPROVED', more: 1 }],
  ] as const)
    test(`a decision ${what} → 422`, async () => {
      expect((await client.post('/templates', body)).status).toBe(422)
    })
  test('reset deletes the templates and the decisions', async () => {
    await decide('order_shipped', 'PAUSED')
    await create('order_shipped')
    await client.post('/reset', {})
    expect((await list()).data).toEqual([])
    await create('order_shipped')
    expect((await list()).data).toMatchObject([{ status: 'APPROVED' }])
  })
})
