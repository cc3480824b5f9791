import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { listen } from './listen.ts'
import { type Mail, readMail } from './mail.ts'
import type { Behaviour } from './scripts.ts'
import type { World } from './world.ts'

type Reply = { code: number; text: string } | 'never' | 'close'

/**
 * Every verdict is given after DATA, never at RCPT TO: only then are the headers here that say which message
 * an attempt belongs to.
 */
const treatments: Record<Behaviour, { accepted: boolean; reply: Reply }> = {
  accept: { accepted: true, reply: { code: 250, text: '2.0.0 Accepted' } },
  refuse: { accepted: false, reply: { code: 550, text: '5.1.1 No such mailbox' } },
  throttle: { accepted: false, reply: { code: 451, text: '4.7.1 Too many mails, try again later' } },
  unavailable: { accepted: false, reply: { code: 421, text: '4.3.2 Not accepting mail, closing the connection' } },
  hang: { accepted: false, reply: 'never' },
  accept_then_hang: { accepted: true, reply: 'never' },
  accept_then_close: { accepted: true, reply: 'close' },
  accept_then_500: { accepted: true, reply: { code: 554, text: '5.3.0 Something went wrong' } },
}

/** The mail server, on a free port of the loopback interface. Any credentials are good, and none are needed. */
export async function startSmtp(world: World): Promise<{ port: number; stop: () => Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    name: 'simulator.example',
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onAuth: (_authentication, _session, callback) => callback(null, { user: 'anyone' }),
    async onData(stream, session, callback) {
      const reply = await receive(world, stream, session)
      if (reply === 'close') socketOf(sockets, session)?.destroy()
      else if (reply === 'never') return
      else if (reply.code === 250) callback(null, reply.text)
      else callback(Object.assign(new Error(reply.text), { responseCode: reply.code }))
    },
  })
  // Clients that vanish are part of the simulation: a broken connection is nobody's error here.
  server.on('error', () => {})
  server.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  return {
    port: await listen(server.server, 0),
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve)
        // The server would wait for its clients, and a client that was left hanging waits for the server.
        for (const socket of sockets) socket.destroy()
      }),
  }
}

async function receive(world: World, stream: Readable, session: SMTPServerSession): Promise<Reply> {
  try {
    return submit(world, await readMail(await buffer(stream)), recipientsOf(session))
  } catch {
    // A mail beyond reading; or a client that left in the middle of one, who will not hear this.
    return { code: 554, text: '5.6.0 This mail cannot be read' }
  }
}

/** One attempt for each recipient, and one reply for all of them: SMTP has no more after DATA. */
function submit(world: World, mail: Mail, recipients: string[]): Reply {
  const told = recipients.map((to) => world.scripts.next('email', to))
  // The first recipient with a script decides for the mail, so that what is recorded is what the client was told.
  const { accepted, reply } = treatments[told.find((behaviour) => behaviour !== 'accept') ?? 'accept']
  const at = new Date().toISOString()
  for (const to of recipients)
    world.outbox.record({
      item: { id: randomUUID(), channel: 'email', to, ...mail, template: null, parameters: null, at },
      accepted,
      messageId: mail.headers['x-tidings-message'] ?? null,
    })
  return reply
}

const recipientsOf = (session: SMTPServerSession): string[] => session.envelope.rcptTo.map(({ address }) => address)

// All clients are on this machine, so a port names one of them.
function socketOf(sockets: Set<Socket>, session: SMTPServerSession): Socket | undefined {
  return [...sockets].find((socket) => socket.remotePort === session.remotePort)
}
