/** What tests of sending begin with: a shop that can pay, and a message about an order, pushed. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Client, Shop } from './client.ts'

/** A shop with these settings and so many credits. */
export async function openShop(
  { business, operator }: Pick<Client, 'business' | 'operator'>,
  credits: number,
  settings: Record<string, unknown>,
): Promise<Shop> {
  const shop = await business(settings)
  if (credits > 0) await operator('POST', `/businesses/${shop.id}/credits`, { amount: credits })
  return shop
}

/** An update that every channel can carry. Whom it is for, and by which of them it goes, the test says. */
export const shippedOrder = <Rest extends object>(rest: Rest) => ({
  subject: 'Your order',
  body: 'It is on its way.',
  reference: 'A-1',
  order_status: 'shipped',
  ...rest,
})

/** Pushed for the first time, and stored. */
export async function pushMessage(shop: Shop, message: object) {
  const { status, json, text } = await shop.call('POST', '/api/v1/messages', { headers: freshKey(), body: message })
  expect(status, text).toBe(201)
  return json
}

/** The header that makes a request a new one. */
export const freshKey = () => ({ 'Idempotency-Key': randomUUID() })
