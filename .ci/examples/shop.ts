import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { type MessageItem, Tidings } from '../../sdk/src/index.ts'
import { type Program, startProgram, until } from './program.ts'

/** A request that the service sent to an endpoint, with the bytes and the headers that arrived. */
export type Delivery = { headers: Record<string, string>; body: string }
export type Endpoint = { id: string; secret: string; deliveries: () => Promise<Delivery[]> }
export type Shop = {
  url: string
  apiKey: string
  tidings: Tidings
  addEndpoint: () => Promise<Endpoint>
  messagesOf: (reference: string) => Promise<MessageItem[]>
  /** Reads the newest email to an address as the customer does. */
  openEmail: (address: string) => Promise<void>
}

/** Starts `npm run dev` with a database of its own, and acts as its demo shop. */
export async function startShop(scratch: string): Promise<Shop> {
  const service = startProgram({
    command: ['npm', 'run', '--silent', 'dev', '--', '--json', '--fresh', '--port', '0', '--simulator-port', '0'],
    folder: join(import.meta.dirname, '../..'),
    env: { TIDINGS_HOME: join(scratch, 'service') },
  })
  const ready = await until('the service is ready', () => readyLine(service), service.output)
  const { url, api_key: apiKey, simulator_url: simulator } = ready
  const tidings = new Tidings({ url, apiKey })

  return {
    url,
    apiKey,
    tidings,
    async addEndpoint() {
      const receiver = await requestJson<{ id: string; url: string }>(`${simulator}/receivers`, '{}')
      const { id, secret } = await tidings.webhookEndpoints.create({ url: receiver.url })
      const deliveries = async (): Promise<Delivery[]> =>
        (await requestJson<{ items: Delivery[] }>(`${simulator}/receivers/${receiver.id}/deliveries`)).items
      return { id, secret, deliveries }
    },
    messagesOf: async (reference) => (await tidings.messages.list({ reference }).page()).items,
    async openEmail(address) {
      const email = await until(`an email to ${address}`, async () => {
        const query = new URLSearchParams({ channel: 'email', to: address }).toString()
        return (await requestJson<{ items: { id: string }[] }>(`${simulator}/outbox?${query}`)).items.at(-1)
      })
      await requestJson(`${simulator}/open`, JSON.stringify({ id: email.id }))
    },
  }
}

type Ready = { event: 'ready'; url: string; api_key: string; simulator_url: string }

function readyLine(service: Program): Ready | null {
  const line = service
    .output()
    .split('\n')
    .find((each) => each.startsWith('{"event":"ready"') && each.endsWith('}'))
  return line === undefined ? null : (JSON.parse(line) as Ready)
}

async function requestJson<T>(url: string, body?: string): Promise<T> {
  const response = await fetch(url, body === undefined ? {} : { method: 'POST', body })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} responded with ${response.status}: ${text}`)
  return JSON.parse(text) as T
}

/** Waits for the deliveries of an event about an order. There are several after a redelivery. */
export const deliveriesOf = (endpoint: Endpoint, type: string, reference: string, count = 1): Promise<Delivery[]> =>
  until(`${count} × ${type} of ${reference}`, async () => {
    const found = (await endpoint.deliveries()).filter(
      ({ headers, body }) => headers['x-service-event'] === type && JSON.parse(body).data.reference === reference,
    )
    return found.length >= count && found
  })

/** A delivery that the service did not send, signed with a secret for a time. */
export function signedDelivery(event: object, secret: string, signedAt: number): Delivery {
  const body = JSON.stringify(event)
  const signature = createHmac('sha256', secret).update(`${signedAt}.${body}`).digest('hex')
  return {
    body,
    headers: { 'content-type': 'application/json', 'x-service-signature': `t=${signedAt},v1=${signature}` },
  }
}

/** Sends a delivery on to an example with its bytes and headers, as a proxy in front of the shop would. Returns the status. */
export async function forward({ headers, body }: Delivery, url: string): Promise<number> {
  const passed = Object.fromEntries(
    Object.entries(headers).filter(([name]) => name === 'content-type' || name.startsWith('x-')),
  )
  const response = await fetch(url, { method: 'POST', headers: passed, body })
  await response.arrayBuffer()
  return response.status
}

export const unixSeconds = (): number => Math.floor(Date.now() / 1_000)
