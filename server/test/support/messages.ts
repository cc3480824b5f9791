/** Shared setup of tests about sending: a shop with credits and a pushed message about an order. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Client, Shop } from './client.ts'

export async function openShop(
  { business, operator }: Pick<Client, 'business' | 'operator'>,
  credits: number,
  settings: Record<string, unknown>,
): Promise<Shop> {
  const shop = await business(settings)
  if (credits > 0) await operator('POST', `/businesses/${shop.id}/credits`, { amount: credits })
  return shop
}

/** An order update that every channel can send. The test adds the recipient and the channels. */
export const shippedOrder = <Fields extends object>(fields: Fields) => ({
  subject: 'Your order',
  body: 'It is on its way.',
  reference: 'A-1',
  order_status: 'shipped',
  ...fields,
})

/** Expects that the push creates or updates the message, and returns the push result. */
export async function pushMessage(shop: Shop, message: object) {
  const { status, json, text } = await shop.call('POST', '/api/v1/messages', { headers: freshKey(), body: message })
  expect(status, text).toBe(201)
  return json
}

/** A new idempotency key, so that the request is not a replay. */
export const freshKey = () => ({ 'Idempotency-Key': randomUUID() })
