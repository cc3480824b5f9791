import { setTimeout as sleep } from 'node:timers/promises'

// oxlint-disable-next-line typescript/no-explicit-any -- a test looks into an answer as deep as it likes
type Json = any
type Where = { channel?: string; to?: string; message_id?: string }
type PaidChannel = 'sms' | 'whatsapp'
export type SimulatorClient = ReturnType<typeof createSimulatorClient>

/** The simulator's control interface, as a test uses it. */
export function createSimulatorClient(url: string) {
  const call = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await fetch(url + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`the simulator answered ${answer.status}: ${text}`)
    return JSON.parse(text)
  }
  const list = async (path: string, where: Where): Promise<Json[]> =>
    (await call('GET', `${path}?${new URLSearchParams(where).toString()}`)).items
  const reports = (mode: 'auto' | 'manual') => call('POST', '/reports', { mode })
  return {
    url,
    outbox: (where: Where = {}) => list('/outbox', where),
    attempts: (where: Where = {}) => list('/attempts', where),
    script: (to: string, behaviour: string, times?: number) =>
      call('POST', '/script', { channel: 'email', to, behaviour, ...(times === undefined ? {} : { times }) }),
    scriptPaid: (channel: PaidChannel, to: string, behaviour: string, times?: number) =>
      call('POST', '/script', { channel, to, behaviour, ...(times === undefined ? {} : { times }) }),
    /** Somebody writes to the shop, in answer to an item of the outbox or to nothing in particular. */
    inbound: (channel: PaidChannel, from: string, text: string, inReplyTo?: string) =>
      call('POST', '/inbound', { channel, from, text, ...(inReplyTo === undefined ? {} : { in_reply_to: inReplyTo }) }),
    reports,
    /** While this works, providers report only what a test tells them to. */
    manually: async <T>(work: () => Promise<T>): Promise<T> => {
      await reports('manual')
      try {
        return await work()
      } finally {
        await reports('auto')
      }
    },
    report: (id: string, status: string) => call('POST', '/report', { id, status }),
    open: (id: string) => call('POST', '/open', { id }),
    receiver: (behaviour: string) => call('POST', '/receivers', { behaviour }),
    behave: (receiver: string, behaviour: string) => call('PATCH', `/receivers/${receiver}`, { behaviour }),
    deliveries: async (receiver: string): Promise<Json[]> =>
      (await call('GET', `/receivers/${receiver}/deliveries`)).items,
    /** The mail of a message, once it has arrived. */
    mailOf: (messageId: string) => until('the mail', async () => (await list('/outbox', { message_id: messageId }))[0]),
  }
}

/** Looks again and again until there is something to see. */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | null | false>,
  patienceMilliseconds = 15_000,
): Promise<T> {
  const before = performance.now()
  for (;;) {
    const seen = await look()
    if (seen !== undefined && seen !== null && seen !== false) return seen
    if (performance.now() - before > patienceMilliseconds) throw new Error(`never seen: ${what}`)
    await sleep(20)
  }
}
