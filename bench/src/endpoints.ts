import type { Shop } from './bench-service.ts'
import { requestJson } from './http-client.ts'
import type { SimulatorInfo } from './simulators.ts'

/** A webhook endpoint of a shop, and the control URL of its receiver in the simulator. */
export type Endpoint = { id: string; url: string; secret: string; shop: Shop; receiver: string }

export async function createEndpoint(
  serviceUrl: string,
  shop: Shop,
  simulator: SimulatorInfo,
  behaviour: 'ok' | 'hang',
): Promise<Endpoint> {
  const { id: receiverId, url } = await requestJson<{ id: string; url: string }>('POST', `${simulator.url}/receivers`, {
    body: { behaviour },
  })
  const { id, secret } = await requestJson<{ id: string; secret: string }>(
    'POST',
    `${serviceUrl}/api/v1/webhook-endpoints`,
    {
      token: shop.apiKey,
      body: { url },
    },
  )
  return { id, url, secret, shop, receiver: `${simulator.url}/receivers/${receiverId}` }
}

/** Also deletes the endpoint's pending deliveries. */
export async function deleteEndpoint(serviceUrl: string, { id, shop }: Endpoint): Promise<void> {
  await requestJson('DELETE', `${serviceUrl}/api/v1/webhook-endpoints/${id}`, { token: shop.apiKey })
}
