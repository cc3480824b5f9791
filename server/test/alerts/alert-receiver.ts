import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** An alert as Alertmanager posts it to a webhook. `receiver` is the name in `alertmanager.yml`. */
type Notification = {
  receiver: string
  status: 'firing' | 'resolved'
  labels: Record<string, string>
  annotations: Record<string, string>
}

/** The webhook of an on-call service: stores what Alertmanager posts. */
export async function startAlertReceiver(): Promise<{ url: string; received: Notification[]; stop: () => void }> {
  const received: Notification[] = []
  const receive = async (request: IncomingMessage): Promise<void> => {
    const { receiver, alerts } = (await json(request)) as { receiver: string; alerts: Omit<Notification, 'receiver'>[] }
    received.push(...alerts.map(({ status, labels, annotations }) => ({ receiver, status, labels, annotations })))
  }
  const server = createServer((request, response) => {
    void receive(request).finally(() => response.end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
