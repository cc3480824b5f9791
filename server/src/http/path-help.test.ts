import { describe, expect, test } from 'vitest'
import type { HelpRoute } from './help.ts'
import { merchantOperations, operatorOperations } from './operations.ts'
import { createPathHelp } from './path-help.ts'

const docs: HelpRoute = { method: 'GET', path: '/docs', name: 'docs' }
const textLink: HelpRoute = { method: 'GET', path: '/i/{token}', name: 'textLink' }
const { nearest, methods } = createPathHelp([...merchantOperations, ...operatorOperations, docs, textLink])

describe('the nearest route of an unknown path', () => {
  for (const [method, path, expected, mistake] of [
    ['POST', '/messages', 'POST /api/v1/messages', 'prefix'],
    ['GET', '/messages', 'GET /api/v1/messages', 'prefix'],
    ['GET', '/v1/messages', 'GET /api/v1/messages', 'prefix'],
    ['GET', '/api/messages/msg_x', 'GET /api/v1/messages/{public_id}', 'prefix'],
    ['GET', '/businesses', 'GET /operator/v1/businesses', 'prefix'],
    ['POST', '/message', 'POST /api/v1/messages', 'prefix'],
    ['GET', '/api/v1/messages/', 'GET /api/v1/messages', 'slash'],
    ['GET', '/docs/', 'GET /docs', 'slash'],
    ['POST', '/api/v1//messages', 'POST /api/v1/messages', 'slash'],
    ['POST', '/api/v1/messages/msg_x/retract/', 'POST /api/v1/messages/{public_id}/retract', 'slash'],
    ['POST', '/api/v1/messages//retract', 'POST /api/v1/messages/{public_id}/retract', 'empty_parameter'],
    ['GET', '/api/v1/Messages', 'GET /api/v1/messages', 'letter_case'],
    ['GET', '/API/v1/messages/MSG_X', 'GET /api/v1/messages/{public_id}', 'letter_case'],
    ['POST', '/api/v1/message', 'POST /api/v1/messages', 'spelling'],
    ['GET', '/api/v1/credit', 'GET /api/v1/credits', 'spelling'],
    ['GET', '/api/v2/keys', 'GET /api/v1/keys', 'spelling'],
    ['DELETE', '/api/v1/key/key_x', 'DELETE /api/v1/keys/{key_id}', 'spelling'],
    ['GET', '/api/v1/webhook_endpoints', 'GET /api/v1/webhook-endpoints', 'spelling'],
    ['GET', '/doc', 'GET /docs', 'spelling'],
    ['PATCH', '/api/v1/credit', 'GET /api/v1/credits', 'spelling'],
  ] as const)
    test(`${method} ${path}: ${expected} (${mistake})`, () => {
      const help = nearest(method, path)
      expect(help).toMatchObject({ case: 'nearest_path', mistake })
      expect(help?.case === 'nearest_path' && `${help.route.method} ${help.route.path}`).toBe(expected)
    })
  for (const [name, path] of [
    ['the root', '/'],
    ['an empty path', ''],
    ['another word', '/api/v1/nothing'],
    ['the prefix alone', '/api/v1/'],
    ['three typing errors', '/api/v1/mesagees1'],
    ['typing errors in two segments', '/api/v1/message/m/retrakt'],
    ['another letter for a segment of one letter', '/x/token'],
    ['a path of 257 characters', `/api/v1/message/${'m'.repeat(241)}`],
    ['a segment of 33 characters', `/api/v1/${'m'.repeat(33)}`],
    ['a thousand slashes', '/'.repeat(1000)],
  ] as const)
    test(`${name}: none`, () => expect(nearest('GET', path)).toBeNull())
})

test('a wrong method gets each method of the path with its operation', () => {
  const named = (path: string): string[] | null => {
    const help = methods(path)
    return help?.case === 'methods' ? help.routes.map(({ method, name }) => `${method} ${name}`) : null
  }
  expect(named('/api/v1/keys')).toEqual(['GET listKeys', 'POST createKey'])
  expect(named('/api/v1/messages/batch')).toEqual(['GET readMessage', 'POST pushBatch'])
  expect(named('/nothing')).toBeNull()
})

test('help about a path never contains what the caller sent', () => {
  for (const path of [
    '/messages/canary',
    '/api/v1/messages/canary/',
    '/api/v1/mesages/canary',
    '/recipients/canary/sms',
  ])
    expect(JSON.stringify(nearest('GET', path))).not.toContain('canary')
  expect(JSON.stringify(methods('/api/v1/messages/canary'))).not.toContain('canary')
})

test('the search costs an unauthenticated caller little: less than 0.5 ms of processor time per path', () => {
  const paths = [
    '/api/v1/nothing',
    '/api/v1/mesagez/x/y',
    '/wp-login.php',
    '/a/b/c',
    '/'.repeat(256),
    `/${'m'.repeat(32)}`,
  ]
  const [rounds, started] = [500, process.cpuUsage()]
  for (let round = 0; round < rounds; round++) for (const path of paths) nearest('GET', path)
  expect(process.cpuUsage(started).user / (rounds * paths.length)).toBeLessThan(500)
})
