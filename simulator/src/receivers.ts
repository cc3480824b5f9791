import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createRingBuffer, type RingBuffer } from './ring-buffer.ts'

export const receiverBehaviours = ['ok', 'fail', 'hang', 'redirect', 'gone'] as const
export type ReceiverBehaviour = (typeof receiverBehaviours)[number]

/** One request to a receiver. `answered` is the status of the response, null when there is none. */
export type Delivery = { headers: IncomingHttpHeaders; body: string; at: string; answered: number | null }
type Receiver = { id: string; behaviour: ReceiverBehaviour; deliveries: RingBuffer<Delivery> }
export type Received = { receiverId: string; delivery: Delivery }

// Limits memory: a benchmark may run for hours.
const maxDeliveries = 100_000
/** The number of deliveries the page shows, of all receivers together. */
const maxShown = 20

export type Receivers = ReturnType<typeof createReceivers>

/** The merchants' webhook receivers and what was delivered to them. */
export function createReceivers() {
  const receivers = new Map<string, Receiver>()
  const hanging = new Set<ServerResponse>()
  let newest = createRingBuffer<Received>(maxShown)

  return {
    add(behaviour: ReceiverBehaviour): Receiver {
      const receiver = { id: randomUUID(), behaviour, deliveries: createRingBuffer<Delivery>(maxDeliveries) }
      receivers.set(receiver.id, receiver)
      return receiver
    },
    find: (id: string): Receiver | undefined => receivers.get(id),
    record({ id, deliveries }: Receiver, delivery: Delivery): void {
      deliveries.add(delivery)
      newest.add({ receiverId: id, delivery })
    },
    newest: (): RingBuffer<Received> => newest,
    /** Sends no response. The connection stays open until the client disconnects or a reset. */
    hang(response: ServerResponse): void {
      hanging.add(response)
      response.once('close', () => hanging.delete(response))
    },
    clear(): void {
      receivers.clear()
      newest = createRingBuffer(maxShown)
      for (const response of hanging) response.destroy()
    },
  }
}
