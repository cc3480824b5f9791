import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyWebhook } from '@tidings/client'
import { normaliseSession } from './normalise-session.ts'
import { startInTerminal } from './start-in-terminal.ts'

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`

/**
 * Runs listen, trigger and why in terminals with 80 columns, against a test side and a receiver that verifies signatures. Returns
 * what two terminals show, with fixed examples as ids, times and ports.
 */
export async function recordSession(service: { url: string; testKey: string }): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'tidings-session-'))
  const receiver = await startReceiver()
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    TERM: 'xterm',
    NO_COLOR: '1',
    TIDINGS_URL: service.url,
    TIDINGS_API_KEY: service.testKey,
    TIDINGS_WEBHOOK_SECRET: secret,
  }
  try {
    const listen = startInTerminal(['listen', '--forward-to', receiver.url], env)
    await listen.untilShown('Ctrl-C ends it')
    const trigger = startInTerminal(['trigger', 'message.bounced'], env)
    await trigger.ended
    const messageId = /msg_\w+/.exec(trigger.shown())![0]
    await listen.untilShown('message.bounced')
    listen.child.stdin.write('\u0003')
    await listen.ended
    const why = startInTerminal(['messages', 'why', messageId], env)
    await why.ended
    const first = [listen]
    const second = [trigger, why]
    const texts = [first, second].map((commands) => commands.map((one) => one.transcript()).join(''))
    return normaliseSession(texts.join('\u0000'), receiver.url).split('\u0000').map(block).join('\n')
  } finally {
    receiver.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

const titles = ['The first terminal:', 'The second terminal:']
const block = (text: string, index: number): string => `${titles[index]}\n\n\`\`\`text\n${text}\`\`\`\n`

/** Responds with 204 to an event with a valid signature. */
async function startReceiver(): Promise<{ url: string; stop: () => void }> {
  const server = createServer((request, response) => void respond(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hooks/tidings`, stop: () => void server.close() }
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const isValid = await verifyWebhook(Buffer.concat(chunks), request.headers, secret).then(
    () => true,
    () => false,
  )
  response.writeHead(isValid ? 204 : 401).end()
}
