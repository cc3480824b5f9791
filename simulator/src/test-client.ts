import { connect } from 'node:net'
import { createTransport } from 'nodemailer'
import type { Attempt, Item } from './outbox.ts'
import type { Delivery, ReceiverBehaviour } from './receivers.ts'
import type { Simulator } from './simulator.ts'

type Mail = Parameters<ReturnType<typeof createTransport>['sendMail']>[0]

/** The simulator as tests see it: over the network, like the service does. */
export function clientOf({ url, smtpPort }: Simulator) {
  async function list<One>(path: string): Promise<One[]> {
    const { items }: { items: One[] } = JSON.parse(await (await fetch(url + path)).text())
    return items
  }

  return {
    /** What the sender was told: the reply's code and enhanced code, or how the connection ended. */
    async send(mail: Mail, waitMilliseconds = 300): Promise<string> {
      const transport = createTransport({ host: '127.0.0.1', port: smtpPort, socketTimeout: waitMilliseconds })
      try {
        const { response } = await transport.sendMail({
          from: 'shop@example.com',
          subject: 'Hello',
          text: 'Hi',
          ...mail,
        })
        return response.slice(0, '250 2.0.0'.length)
      } catch (error) {
        const { response, code }: { response?: string; code?: string } = Object(error)
        return response?.slice(0, '250 2.0.0'.length) ?? (code === 'ETIMEDOUT' ? 'timeout' : 'closed')
      } finally {
        transport.close()
      }
    },
    /** A mail by hand, from a client that does not leave by itself: the replies until the server closes. */
    async sendSlowly(to: string, content: string, leaveEarly = false): Promise<string[]> {
      const socket = connect(smtpPort, '127.0.0.1').setEncoding('utf8')
      let replies = ''
      for await (const reply of socket as AsyncIterable<string>) {
        replies += reply
        if (reply.startsWith('220'))
          socket.write(`EHLO me\r\nMAIL FROM:<shop@example.com>\r\nRCPT TO:<${to}>\r\nDATA\r\n`)
        if (!reply.includes('354')) continue
        socket.write(content)
        if (leaveEarly) socket.end()
      }
      return replies.trimEnd().split('\r\n')
    },
    get: async (path: string) => answerOf(await fetch(url + path)),
    page: async (path: string) => (await fetch(url + path)).text(),
    post: async (path: string, body: unknown) =>
      answerOf(await fetch(url + path, { method: 'POST', body: JSON.stringify(body) })),
    patch: async (path: string, body: unknown) =>
      answerOf(await fetch(url + path, { method: 'PATCH', body: JSON.stringify(body) })),
    async receiver(behaviour: ReceiverBehaviour): Promise<{ id: string; url: string }> {
      const response = await fetch(`${url}/receivers`, { method: 'POST', body: JSON.stringify({ behaviour }) })
      return JSON.parse(await response.text())
    },
    deliveries: (id: string) => list<Delivery>(`/receivers/${id}/deliveries`),
    outbox: (query = '') => list<Item>(`/outbox${query}`),
    attempts: (query = '') => list<Attempt>(`/attempts${query}`),
  }
}

async function answerOf(response: Response): Promise<{ status: number; body: unknown }> {
  return { status: response.status, body: await response.json() }
}
