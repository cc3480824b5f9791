import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { emailPersona } from './email-personas.ts'
import { listen } from './listen.ts'
import { readBody, readHead } from './mail.ts'
import { reportMail } from './mail-report.ts'
import type { EmailStatus } from './mailgun.ts'
import type { Arrival } from './outbox.ts'
import type { BehaviourOf } from './scripts.ts'
import type { SimulatorState } from './simulator-state.ts'
import { openSockets } from './sockets.ts'

type Reply = { code: number; text: string } | 'hang' | 'close'

/** Sent after DATA, never at RCPT TO: only then are the headers available that identify an attempt's message. */
const outcomes: Record<BehaviourOf<'email'>, { accepted: boolean; reply: Reply }> = {
  accept: { accepted: true, reply: { code: 250, text: '2.0.0 Accepted' } },
  refuse: { accepted: false, reply: { code: 550, text: '5.1.1 No such mailbox' } },
  throttle: { accepted: false, reply: { code: 451, text: '4.7.1 Too many mails, try again later' } },
  unavailable: { accepted: false, reply: { code: 421, text: '4.3.2 Not accepting mail, closing the connection' } },
  hang: { accepted: false, reply: 'hang' },
  accept_then_hang: { accepted: true, reply: 'hang' },
  accept_then_close: { accepted: true, reply: 'close' },
  accept_then_500: { accepted: true, reply: { code: 554, text: '5.3.0 Something went wrong' } },
}

/** The SMTP server, on a free port of the loopback interface. Credentials are optional, and any are accepted. */
export async function startSmtp(state: SimulatorState): Promise<{ port: number; stop: () => Promise<void> }> {
  const server = new SMTPServer({
    name: 'simulator.example',
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onAuth: (_authentication, _session, callback) => callback(null, { user: 'anyone' }),
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      // `end` does not fire when a client disconnects during an email, so nothing is submitted then.
      stream.on('end', () => {
        const reply = submit(state, Buffer.concat(chunks), recipientsOf(session))
        if (reply === 'close') socketOf(sockets, session)?.destroy()
        else if (reply === 'hang') return
        else if (reply.code === 250) callback(null, reply.text)
        else callback(Object.assign(new Error(reply.text), { responseCode: reply.code }))
      })
    },
  })
  // Broken connections are part of the simulation, not errors.
  server.on('error', () => {})
  const sockets = openSockets(server.server)

  return {
    port: await listen(server.server, 0),
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve)
        // `close` waits for open connections, and a client that got no reply waits for the server.
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** Records one attempt for each recipient. SMTP has a single reply after DATA, so all recipients share it. */
function submit(state: SimulatorState, raw: Buffer, recipients: string[]): Reply {
  const behaviours = recipients.map((to) => behaviourFor(state, to))
  // The first behaviour other than `accept` decides for all, so that the records match the reply.
  const { accepted, reply } = outcomes[behaviours.find((behaviour) => behaviour !== 'accept') ?? 'accept']
  for (const to of recipients) record(state, raw, to, accepted)
  return reply
}

/** A script overrides the persona of an address. */
function behaviourFor(state: SimulatorState, to: string): BehaviourOf<'email'> {
  const scripted = state.scripts.next('email', to)
  return scripted === 'accept' ? emailPersona(to).behaviour : scripted
}

function record(state: SimulatorState, raw: Buffer, to: string, accepted: boolean): void {
  const head = readHead(raw)
  const arrival: Arrival = {
    id: randomUUID(),
    channel: 'email',
    to,
    ...head,
    template: null,
    parameters: null,
    at: new Date().toISOString(),
    reported: [],
  }
  const messageId = head.headers['x-tidings-message'] ?? null
  state.outbox.record({
    arrival,
    accepted,
    messageId,
    readBody: () => readBody(raw),
    report: (status) => reportMail(arrival, status as EmailStatus),
  })
  // Independent of the reply: the provider has accepted the email, so it sends reports.
  if (accepted) state.reports.schedule(emailPersona(to).reports.map((status) => reportMail(arrival, status)))
}

const recipientsOf = (session: SMTPServerSession): string[] => session.envelope.rcptTo.map(({ address }) => address)

// All clients are on this machine, so the remote port identifies the client.
function socketOf(sockets: Set<Socket>, session: SMTPServerSession): Socket | undefined {
  return [...sockets].find((socket) => socket.remotePort === session.remotePort)
}
