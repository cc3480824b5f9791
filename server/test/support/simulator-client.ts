import { setTimeout as sleep } from 'node:timers/promises'

// oxlint-disable-next-line typescript/no-explicit-any -- tests read any field of a response
type Json = any
type Filter = { channel?: string; to?: string; message_id?: string }
type PaidChannel = 'sms' | 'whatsapp'
export type SimulatorClient = ReturnType<typeof createSimulatorClient>

/** A client of the simulator's control interface. */
export function createSimulatorClient(url: string) {
  const call = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const response = await fetch(url + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`the simulator responded with ${response.status}: ${text}`)
    return JSON.parse(text)
  }
  const list = async (path: string, filter: Filter): Promise<Json[]> =>
    (await call('GET', `${path}?${new URLSearchParams(filter).toString()}`)).items
  const reports = (mode: 'auto' | 'manual') => call('POST', '/reports', { mode })
  return {
    url,
    outbox: (filter: Filter = {}) => list('/outbox', filter),
    attempts: (filter: Filter = {}) => list('/attempts', filter),
    script: (to: string, behaviour: string, times?: number) =>
      call('POST', '/script', { channel: 'email', to, behaviour, ...(times === undefined ? {} : { times }) }),
    scriptPaid: (channel: PaidChannel, to: string, behaviour: string, times?: number) =>
      call('POST', '/script', { channel, to, behaviour, ...(times === undefined ? {} : { times }) }),
    /** Sends an inbound message. `inReplyTo` is the id of an outbox item. */
    inbound: (channel: PaidChannel, from: string, text: string, inReplyTo?: string) =>
      call('POST', '/inbound', { channel, from, text, ...(inReplyTo === undefined ? {} : { in_reply_to: inReplyTo }) }),
    reports,
    /** Turns automatic delivery reports off while `work` runs. */
    withManualReports: async <T>(work: () => Promise<T>): Promise<T> => {
      await reports('manual')
      try {
        return await work()
      } finally {
        await reports('auto')
      }
    },
    /** Decides the status of a WhatsApp template at the platform, or that the platform refuses to create it. */
    template: (name: string, status: string) => call('POST', '/templates', { name, status }),
    report: (id: string, status: string) => call('POST', '/report', { id, status }),
    open: (id: string) => call('POST', '/open', { id }),
    receiver: (behaviour: string) => call('POST', '/receivers', { behaviour }),
    setReceiverBehaviour: (receiver: string, behaviour: string) =>
      call('PATCH', `/receivers/${receiver}`, { behaviour }),
    deliveries: async (receiver: string): Promise<Json[]> =>
      (await call('GET', `/receivers/${receiver}/deliveries`)).items,
    waitForEmail: (messageId: string) =>
      until('the email', async () => (await list('/outbox', { message_id: messageId }))[0]),
  }
}

/** Polls `read` every 20 ms until it returns a value other than null, undefined and false. A minute only ends a hanging test. */
export async function until<T>(
  description: string,
  read: () => Promise<T | undefined | null | false>,
  waitTimeoutMilliseconds = 60_000,
): Promise<T> {
  const startedAt = performance.now()
  for (;;) {
    const value = await read()
    if (value !== undefined && value !== null && value !== false) return value
    if (performance.now() - startedAt > waitTimeoutMilliseconds) throw new Error(`timed out waiting for ${description}`)
    await sleep(20)
  }
}
