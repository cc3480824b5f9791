import { connect } from 'node:net'
import { createTransport } from 'nodemailer'
import type { Attempt, Item } from './outbox.ts'
import type { Delivery, ReceiverBehaviour } from './receivers.ts'
import type { Simulator } from './simulator.ts'

type Mail = Parameters<ReturnType<typeof createTransport>['sendMail']>[0]

/** In milliseconds. Only ends a test that hangs. */
export const hangTimeout = 60_000

/** A client for tests that uses the simulator's network interfaces, as the service does. */
export function createClient({ url, smtpPort, providersUrl }: Simulator) {
  async function list<One>(path: string): Promise<One[]> {
    const { items }: { items: One[] } = JSON.parse(await (await fetch(url + path)).text())
    return items
  }

  return {
    /** Returns the reply's code and enhanced code, or how the connection ended. */
    async send(mail: Mail, waitMilliseconds = 3_000): Promise<string> {
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
    /** Sends an email over a raw socket and returns all replies until the server closes the connection. */
    async sendRaw(to: string, content: string, disconnectEarly = false): Promise<string[]> {
      const socket = connect(smtpPort, '127.0.0.1').setEncoding('utf8')
      let replies = ''
      for await (const reply of socket as AsyncIterable<string>) {
        replies += reply
        if (reply.startsWith('220'))
          socket.write(`EHLO me\r\nMAIL FROM:<shop@example.com>\r\nRCPT TO:<${to}>\r\nDATA\r\n`)
        if (!reply.includes('354')) continue
        socket.write(content)
        if (disconnectEarly) socket.end()
      }
      return replies.trimEnd().split('\r\n')
    },
    /** Submits a text to the SMS provider. */
    text: (fields: Record<string, string>, headers: Record<string, string> = {}) =>
      submit(
        `${providersUrl}/2010-04-01/Accounts/AC1/Messages.json`,
        new URLSearchParams({ ...defaultText, ...fields }).toString(),
        {
          authorization: 'Basic YTpi',
          'content-type': 'application/x-www-form-urlencoded',
          ...headers,
        },
      ),
    /** Submits a template to the WhatsApp platform. */
    whatsapp: (fields: Record<string, unknown>, headers: Record<string, string> = {}) =>
      submit(`${providersUrl}/v24.0/1234/messages`, JSON.stringify({ ...defaultTemplate, ...fields }), {
        authorization: 'Bearer token',
        'content-type': 'application/json',
        ...headers,
      }),
    get: async (path: string) => readResponse(await fetch(url + path)),
    page: async (path: string) => (await fetch(url + path)).text(),
    post: async (path: string, body: unknown) =>
      readResponse(await fetch(url + path, { method: 'POST', body: JSON.stringify(body) })),
    patch: async (path: string, body: unknown) =>
      readResponse(await fetch(url + path, { method: 'PATCH', body: JSON.stringify(body) })),
    async receiver(behaviour: ReceiverBehaviour): Promise<{ id: string; url: string }> {
      const response = await fetch(`${url}/receivers`, { method: 'POST', body: JSON.stringify({ behaviour }) })
      return JSON.parse(await response.text())
    },
    deliveries: (id: string) => list<Delivery>(`/receivers/${id}/deliveries`),
    outbox: (query = '') => list<Item>(`/outbox${query}`),
    attempts: (query = '') => list<Attempt>(`/attempts${query}`),
  }
}

const defaultText = { To: '+447700900123', From: '+447700900999', Body: 'Shop: your order is on its way' }

const defaultTemplate = {
  messaging_product: 'whatsapp',
  to: '+447700900123',
  type: 'template',
  template: {
    name: 'order_shipped',
    language: { code: 'en' },
    components: [
      {
        type: 'body',
        parameters: [
          { type: 'text', text: 'Shop' },
          { type: 'text', text: 'A-1001' },
        ],
      },
      { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 'abc' }] },
    ],
  },
}

/** Returns the response's status and body, or how the connection ended. */
async function submit(url: string, body: string, headers: Record<string, string>) {
  try {
    const response = await fetch(url, { method: 'POST', body, headers, signal: AbortSignal.timeout(3_000) })
    return await readResponse(response)
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? 'timeout' : 'closed'
  }
}

async function readResponse(response: Response): Promise<{ status: number; body: unknown }> {
  return { status: response.status, body: await response.json() }
}
