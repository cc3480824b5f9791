import { createHmac, timingSafeEqual } from 'node:crypto'

/** The parts of Shopify's payloads that the bridge uses. Shopify sends many more. */
export type Order = {
  id: number
  /** The number that the customer knows, such as `#1001`. */
  name: string
  email: string | null
  phone: string | null
  order_status_url?: string
  shipping_address?: { phone: string | null } | null
}
export type Fulfillment = {
  id: number
  order_id: number
  /** The name of the order, a dot and a number: `#1001.1`. */
  name: string
  status: 'pending' | 'open' | 'success' | 'cancelled' | 'error' | 'failure'
  email: string | null
  destination?: { phone: string | null } | null
  tracking_company: string | null
  tracking_number: string | null
  tracking_url: string | null
}
export type Refund = {
  id: number
  order_id: number
  transactions: { kind: string; status: string; amount: string; currency: string }[]
}

/** The signature is the HMAC of the bytes that arrived, with the client secret of the app as its key, in base64. */
export function isSignedByShopify(rawBody: Buffer, header: string | undefined, clientSecret: string): boolean {
  const expected = createHmac('sha256', clientSecret).update(rawBody).digest()
  const given = Buffer.from(header ?? '', 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

export type AdminAccess = { url: string; accessToken: string }

const orderQuery = `query ($id: ID!) { order(id: $id) { name email phone } }`

/** Reads the customer of an order, because a refund contains only the id of its order. */
export async function readOrder(id: number, { url, accessToken }: AdminAccess, signal: AbortSignal): Promise<Order> {
  const response = await fetch(`${url}/admin/api/2026-10/graphql.json`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Shopify-Access-Token': accessToken },
    body: JSON.stringify({ query: orderQuery, variables: { id: `gid://shopify/Order/${id}` } }),
    signal,
  })
  if (!response.ok) throw new Error(`Shopify responded with ${response.status}`)
  // GraphQL reports its errors, throttling included, with the status 200.
  const { data } = (await response.json()) as { data?: { order: Omit<Order, 'id'> | null } }
  if (!data?.order) throw new Error('Shopify did not return the order')
  return { id, ...data.order }
}
