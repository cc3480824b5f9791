import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

const good = {
  greeting: '220 provider.example',
  EHLO: '250 provider.example',
  AUTH: '235 2.7.0 Welcome',
  MAIL: '250 2.1.0 Ok',
  RCPT: '250 2.1.5 Ok',
  DATA: '354 Go on',
  content: '250 2.0.0 Ok',
  RSET: '250 2.0.0 Ok',
}
type Stage = keyof typeof good
/** What must not have come right before. */
const outOfTurn: Partial<Record<Stage, string[]>> = {
  MAIL: ['MAIL', 'RCPT'],
  RCPT: ['EHLO', 'AUTH', 'RSET', 'content'],
  DATA: ['EHLO', 'AUTH', 'RSET', 'content', 'MAIL'],
}
/** A reply, or what comes instead of one: `trickle` is a reply without an end. */
type Answer = `${number} ${string}` | 'close' | 'reset' | 'silence' | 'trickle'
export type Answers = Partial<Record<Stage, Answer[]>>

/**
 * A provider on a bare socket, for what no mail server does on purpose. The answers to a stage are given in turn,
 * each once; from then on all is well. A content that is to be reset is reset after its first line.
 */
export async function startTestProvider(answers: Answers, extensions: string[]) {
  const commands: string[] = []
  const contents: string[] = []
  const sockets = new Set<Socket>()
  let connections = 0

  async function converse(socket: Socket): Promise<void> {
    let reached = ''
    let content: string[] | null = null
    if (!goesOn(socket, answerTo('greeting'))) return
    for await (const line of createInterface({ input: socket })) {
      if (content === null) {
        commands.push(line)
        const stage = line.slice(0, 4) as Stage
        const answer: string = answerTo(stage, reached)
        if (!goesOn(socket, answer)) return
        if (answer.startsWith('2')) reached = stage
        if (answer.startsWith('354')) content = []
      } else if (line === '.') {
        contents.push(content.join('\r\n'))
        content = null
        reached = 'content'
        if (!goesOn(socket, answerTo('content'))) return
      } else {
        content.push(line.replace(/^\./, ''))
        if (answers.content?.[0] === 'reset') return void goesOn(socket, answerTo('content'))
      }
    }
  }

  function answerTo(stage: Stage, reached = ''): string {
    const listed = stage === 'EHLO' ? extensions.map((extension) => `250-${extension}\r\n`).join('') : ''
    const usual = outOfTurn[stage]?.includes(reached) ? '503 5.5.1 Out of turn' : listed + good[stage]
    return answers[stage]?.shift() ?? usual
  }

  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // A client that cuts the connection is what some tests are about.
    socket.on('error', () => {})
    converse(socket).catch(() => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: Object(server.address()).port as number,
    commands,
    contents,
    connections: () => connections,
    open: () => sockets.size,
    /** Ends every connection, like a provider that is tired of waiting. */
    hangUp(farewell: string) {
      for (const socket of sockets) socket.end(farewell)
    },
    stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Gives the answer, and says whether the conversation goes on after it. */
function goesOn(socket: Socket, answer: string): boolean {
  if (answer === 'reset') socket.resetAndDestroy()
  else if (answer === 'close') socket.end()
  else if (answer === 'trickle') trickle(socket)
  else if (answer !== 'silence') socket.write(`${answer}\r\n`)
  if (answer.startsWith('421')) socket.end()
  return /^[235]|^4(?!21)/.test(answer)
}

function trickle(socket: Socket): void {
  const timer = setInterval(() => socket.write('250-Not yet\r\n'), 20)
  socket.on('close', () => clearInterval(timer))
}
