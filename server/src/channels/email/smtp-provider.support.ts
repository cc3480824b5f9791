import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

const normalReplies = {
  greeting: '220 provider.example',
  EHLO: '250 provider.example',
  AUTH: '235 2.7.0 Welcome',
  MAIL: '250 2.1.0 Ok',
  RCPT: '250 2.1.5 Ok',
  DATA: '354 Go on',
  content: '250 2.0.0 Ok',
  RSET: '250 2.0.0 Ok',
}
type Stage = keyof typeof normalReplies
/** For each command, the preceding commands after which it is out of sequence. */
const outOfSequence: Partial<Record<Stage, string[]>> = {
  MAIL: ['MAIL', 'RCPT'],
  RCPT: ['EHLO', 'AUTH', 'RSET', 'content'],
  DATA: ['EHLO', 'AUTH', 'RSET', 'content', 'MAIL'],
}
/** A reply, or another behaviour. `endless` is a multi-line reply that never ends. */
type SmtpReply = `${number} ${string}` | 'close' | 'reset' | 'no_reply' | 'endless'
export type SmtpReplies = Partial<Record<Stage, SmtpReply[]>>

/**
 * A provider on a plain socket, which can break the protocol on purpose. The replies to a stage are used in order, each once;
 * after that the provider replies normally. A `reset` of the content happens after its first line.
 */
export async function startTestProvider(replies: SmtpReplies, extensions: string[], greetingMilliseconds = 0) {
  const commands: string[] = []
  const contents: string[] = []
  const sockets = new Set<Socket>()
  let connections = 0

  async function runSession(socket: Socket): Promise<void> {
    let reached = ''
    let content: string[] | null = null
    await sleep(greetingMilliseconds)
    if (!sendReply(socket, replyTo('greeting'))) return
    for await (const line of createInterface({ input: socket })) {
      if (content === null) {
        commands.push(line)
        const stage = line.slice(0, 4) as Stage
        const reply: string = replyTo(stage, reached)
        if (!sendReply(socket, reply)) return
        if (reply.startsWith('2')) reached = stage
        if (reply.startsWith('354')) content = []
      } else if (line === '.') {
        contents.push(content.join('\r\n'))
        content = null
        reached = 'content'
        if (!sendReply(socket, replyTo('content'))) return
      } else {
        content.push(line.replace(/^\./, ''))
        if (replies.content?.[0] === 'reset') return void sendReply(socket, replyTo('content'))
      }
    }
  }

  function replyTo(stage: Stage, reached = ''): string {
    const extensionLines = stage === 'EHLO' ? extensions.map((extension) => `250-${extension}\r\n`).join('') : ''
    const normalReply = outOfSequence[stage]?.includes(reached)
      ? '503 5.5.1 Out of sequence'
      : extensionLines + normalReplies[stage]
    return replies[stage]?.shift() ?? normalReply
  }

  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // In some tests the client closes the connection.
    socket.on('error', () => {})
    runSession(socket).catch(() => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: Object(server.address()).port as number,
    commands,
    contents,
    connections: () => connections,
    open: () => sockets.size,
    /** Closes every connection, like a provider after an idle timeout. */
    closeAll(lastReply: string) {
      for (const socket of sockets) socket.end(lastReply)
    },
    stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Sends the reply and returns whether the session continues after it. */
function sendReply(socket: Socket, reply: string): boolean {
  if (reply === 'reset') socket.resetAndDestroy()
  else if (reply === 'close') socket.end()
  else if (reply === 'endless') sendEndlessReply(socket)
  else if (reply !== 'no_reply') socket.write(`${reply}\r\n`)
  if (reply.startsWith('421')) socket.end()
  return /^[235]|^4(?!21)/.test(reply)
}

function sendEndlessReply(socket: Socket): void {
  const timer = setInterval(() => socket.write('250-Not yet\r\n'), 20)
  socket.on('close', () => clearInterval(timer))
}
