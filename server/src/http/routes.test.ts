import { expect, test } from 'vitest'
import { createRouter } from './routes.ts'

const list = { method: 'GET', path: '/messages' }
const push = { method: 'POST', path: '/messages' }
const batch = { method: 'POST', path: '/messages/batch' }
const view = { method: 'GET', path: '/messages/{public_id}' }
const retract = { method: 'POST', path: '/messages/{public_id}/retract' }
const match = createRouter([list, push, view, retract, batch])

for (const [method, path, expected] of [
  ['GET', '/messages', { route: list, rawParams: {} }],
  ['HEAD', '/messages', { route: list, rawParams: {} }],
  ['POST', '/messages', { route: push, rawParams: {} }],
  ['POST', '/messages/batch', { route: batch, rawParams: {} }],
  ['GET', '/messages/batch', { route: view, rawParams: { public_id: 'batch' } }],
  ['GET', '/messages/a%2Fb', { route: view, rawParams: { public_id: 'a%2Fb' } }],
  ['POST', '/messages/m/retract', { route: retract, rawParams: { public_id: 'm' } }],
  ['POST', '/messages/m', { allow: ['GET'] }],
  ['DELETE', '/messages/batch', { allow: ['GET', 'POST'] }],
  ['GET', '/messages/', { notFound: true }],
  ['GET', '/messages//retract', { notFound: true }],
  ['GET', '/Messages', { notFound: true }],
  ['GET', '', { notFound: true }],
] as const)
  test(`${method} ${path} → ${JSON.stringify(expected)}`, () => {
    expect(match(method, path)).toEqual(expected)
  })
