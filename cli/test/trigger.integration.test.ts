import { expect, test } from 'vitest'
import { createTestService } from '../../server/test/support/test-service.ts'
import { eventTypes, triggers } from '../src/trigger/triggers.ts'
import { createCli } from './support/cli-process.ts'

const service = await createTestService()
await service.operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })
const { live, test: shop } = await service.sides()
const cli = createCli({ TIDINGS_URL: service.url, TIDINGS_API_KEY: shop.key })

for (const type of eventTypes) {
  const trigger = triggers[type]
  if (trigger.by === 'none')
    test(`${type} cannot be triggered, and the command says why`, async () => {
      const { code, stdout, stderr } = await cli.run(['trigger', type])
      expect([code, stdout]).toEqual([2, ''])
      expect(stderr).toContain(`tidings: ${type} cannot be triggered. ${trigger.reason}`)
    })
  else
    test(`${type} occurs`, async () => {
      const [event] = await cli.json(['trigger', type])
      expect(event.type).toBe(type)
      const { json } = await shop.call('GET', `/api/v1/events?type=${type}&limit=1`)
      expect(json.items[0]).toEqual(event)
    })
}

test('events can be triggered again, also when the clock of the test side is ahead', async () => {
  await cli.run(['clock', 'advance', '30d'])
  for (const type of ['message.not_sent', 'message.opened', 'sms.failed', 'credits.low_balance'])
    expect((await cli.json(['trigger', type]))[0].type).toBe(type)
})

test('the credits are restored after credits.low_balance', async () => {
  await cli.run(['trigger', 'credits.low_balance'])
  expect((await cli.json(['credits']))[0].balance).toBeGreaterThan(900)
})

test('a number that has replied STOP causes no second reply, and the command says why', async () => {
  const { code, stderr } = await cli.run(['trigger', 'whatsapp.inbound_message'])
  expect(code).toBe(1)
  expect(stderr).toContain('is not sent by whatsapp (stopped).\nThe number has replied STOP before.')
})

test('a mistyped event is suggested', async () => {
  expect(await cli.run(['trigger', 'message.bonced'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'tidings: There is no event message.bonced.\nDid you mean message.bounced?\n',
  })
})

test('a live key is refused before anything is pushed', async () => {
  const { code, stderr } = await cli.run(['trigger', 'message.bounced'], { env: { TIDINGS_API_KEY: live.key } })
  expect(code).toBe(3)
  expect(stderr).toContain('on the test side only, and this is a live key.')
  expect((await live.call('GET', '/api/v1/messages')).json.items).toEqual([])
})
