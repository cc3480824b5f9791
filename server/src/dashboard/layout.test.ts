import { expect, test } from 'vitest'
import { html } from '../html.ts'
import { type Frame, shopLayout } from './layout.ts'

const frame: Frame = {
  shop: {
    name: 'Casa Verde',
    mode: 'live',
    path: '/dashboard/00live',
    otherSidePath: '/dashboard/00test',
    sendingBlock: null,
    unseenNotices: 0,
  },
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

for (const [sendingBlock, title, text] of [
  ['deactivated', 'This shop is deactivated.', 'Nothing is sent on any channel'],
  ['paused', 'Sending is paused for this shop.', 'Nothing is sent on any channel'],
  ['service_paused', 'Sending is paused for the whole service.', 'what is due waits'],
  ['plan_lapsed', 'The plan of this shop has ended.', 'No emails are sent until it is renewed. Texts'],
] as const)
  test(`a side that does not send because of ${sendingBlock} has one band with its words`, () => {
    const bands = bandsOf({ sendingBlock })
    expect(bands).toHaveLength(1)
    expect(bands[0]).toContain(`<strong>${title}</strong> `)
    expect(bands[0]).toContain(text)
    expect(bandsOf({ sendingBlock, mode: 'test' })).toHaveLength(2)
  })
test('the live side has no band', () => {
  expect(bandsOf({})).toEqual([])
})
test('the test side states that no customer is reached and which credits are used', () => {
  expect(bandsOf({ mode: 'test' })).toEqual([
    '<strong>Test side.</strong> Nothing here reaches a customer. Only test credits are used.',
  ])
})

test('the switch between live and test is in the bar of a phone and beside the page, with one shortcut', () => {
  const { markup } = shopLayout(frame, 'webhooks', 'Webhooks', html``)
  expect(markup.match(/href="\/dashboard\/00test\/webhooks"/g)).toHaveLength(2)
  expect(markup.match(/data-keys="g s"/g)).toHaveLength(1)
})
