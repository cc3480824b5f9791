import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createLatest, type Latest } from './latest.ts'

export const receiverBehaviours = ['ok', 'fail', 'hang', 'redirect', 'gone'] as const
export type ReceiverBehaviour = (typeof receiverBehaviours)[number]

/** One request that reached a receiver. `answered` is the status it got, null where it is left without an answer. */
export type Delivery = { headers: IncomingHttpHeaders; body: string; at: string; answered: number | null }
type Receiver = { id: string; behaviour: ReceiverBehaviour; deliveries: Latest<Delivery> }
export type Received = { receiverId: string; delivery: Delivery }

// A benchmark may run for hours, and what nobody looks at any more must not fill the memory.
const mostDeliveries = 100_000
/** Of all receivers together, for a person to look at. */
const mostShown = 20

export type Receivers = ReturnType<typeof createReceivers>

/** The merchants' webhook receivers and what was delivered to them. */
export function createReceivers() {
  const receivers = new Map<string, Receiver>()
  const hanging = new Set<ServerResponse>()
  let newest = createLatest<Received>(mostShown)

  return {
    add(behaviour: ReceiverBehaviour): Receiver {
      const receiver = { id: randomUUID(), behaviour, deliveries: createLatest<Delivery>(mostDeliveries) }
      receivers.set(receiver.id, receiver)
      return receiver
    },
    find: (id: string): Receiver | undefined => receivers.get(id),
    record({ id, deliveries }: Receiver, delivery: Delivery): void {
      deliveries.add(delivery)
      newest.add({ receiverId: id, delivery })
    },
    newest: (): Latest<Received> => newest,
    /** Leaves a request without an answer, until its client leaves or everything is forgotten. */
    hang(response: ServerResponse): void {
      hanging.add(response)
      response.once('close', () => hanging.delete(response))
    },
    clear(): void {
      receivers.clear()
      newest = createLatest(mostShown)
      for (const response of hanging) response.destroy()
    },
  }
}
