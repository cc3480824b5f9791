import { expect, test } from 'vitest'
import { html } from '../html.ts'
import { type Frame, shopLayout } from './layout.ts'

const frame: Frame = {
  shop: { name: 'Casa Verde', mode: 'live', path: '/dashboard/00live', otherSidePath: '/dashboard/00test' },
  person: {
    name: 'Ana Lopez',
    email: 'ana@shop.example',
    actor: { kind: 'member', id: 'a', name: 'Ana Lopez', role: 'support', liveBusinessId: 'b' },
  },
  csrf: 'token',
}
const bandsOf = (over: Partial<Frame['shop']>): string[] => {
  const { markup } = shopLayout({ ...frame, shop: { ...frame.shop, ...over } }, 'messages', 'Messages', html``)
  return [...markup.matchAll(/<p class="band[^"]*">.*?<\/svg><span>(.*?)<\/span><\/p>/g)].map(([, words]) => words!)
}

test('the live side has no band', () => {
  expect(bandsOf({})).toEqual([])
})
test('the test side states that no customer is reached and which credits are used', () => {
  expect(bandsOf({ mode: 'test' })).toEqual([
    '<strong>Test side.</strong> Nothing here reaches a customer. Only test credits are used.',
  ])
})
