import type { Shop } from './bench-service.ts'
import { ask } from './http-client.ts'
import type { Simulated } from './outside.ts'

/** A webhook endpoint of a shop, and the receiver that stands behind it in the outside service. */
export type Endpoint = { id: string; url: string; secret: string; shop: Shop; receiver: string }

export async function createEndpoint(
  serviceUrl: string,
  shop: Shop,
  simulated: Simulated,
  behaviour: 'ok' | 'hang',
): Promise<Endpoint> {
  const { id: receiverId, url } = await ask<{ id: string; url: string }>('POST', `${simulated.url}/receivers`, {
    body: { behaviour },
  })
  const { id, secret } = await ask<{ id: string; secret: string }>('POST', `${serviceUrl}/api/v1/webhook-endpoints`, {
    token: shop.apiKey,
    body: { url },
  })
  return { id, url, secret, shop, receiver: `${simulated.url}/receivers/${receiverId}` }
}

/** What was on its way to it goes with it. */
export async function deleteEndpoint(serviceUrl: string, { id, shop }: Endpoint): Promise<void> {
  await ask('DELETE', `${serviceUrl}/api/v1/webhook-endpoints/${id}`, { token: shop.apiKey })
}
