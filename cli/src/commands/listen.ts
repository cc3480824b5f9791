import type { Event } from '@tidings/client'
import type { Command } from 'commander'
import { repeatedChoiceOption } from '../choices.ts'
import { createClient, sideOf } from '../connection.ts'
import { usageError } from '../errors.ts'
import { addExamples } from '../examples.ts'
import { followEvents, newestPosition } from '../feed/follow-events.ts'
import { type Forwarded, forwardEvent } from '../feed/forward.ts'
import { type ListenState, listenStatePath, readListenState, writeListenState } from '../feed/listen-state.ts'
import { type Position, startAt, withRead } from '../feed/position.decide.ts'
import { sinceMoment } from '../feed/since.ts'
import { merchantConnection, onRun, type Run, type Shell } from '../shell.ts'
import { eventTypes } from '../trigger/triggers.ts'

type ListenOptions = { forwardTo: string; secret?: string; type?: string[]; since?: string }

export function addListen(program: Command, shell: Shell): void {
  const command = program
    .command('listen')
    .description(
      'Forward events to a program on this machine, as webhooks. Reads the event log, so it needs no tunnel.',
    )
    .requiredOption('--forward-to <url>', 'post each event to this address')
    .option('--secret <secret>', 'sign with this secret (or set TIDINGS_WEBHOOK_SECRET); otherwise one is generated')
    .addOption(repeatedChoiceOption('--type <type>', 'forward only events of this type; may be repeated', eventTypes))
    .option('--since <time>', 'forward events since then, such as 10m or 2026-11-18T12:00:00Z')
  addExamples(command, [
    ['Develop a receiver', 'tidings listen --forward-to http://127.0.0.1:8080/hooks/tidings'],
    [
      'Only bounces, of the last hour and from now on',
      'tidings listen --forward-to http://127.0.0.1:8080/hooks --type message.bounced --since 1h',
    ],
  ])
  onRun<ListenOptions>(command, shell, listen)
}

async function listen(run: Run<ListenOptions>): Promise<void> {
  const { options, output, signal, terminal, now } = run
  const connection = merchantConnection(run)
  const client = createClient(connection)
  const url = receiverUrl(options.forwardTo)
  const path = listenStatePath(terminal.env, connection)
  let state = withSecret(run, path)
  const secret = options.secret ?? terminal.env['TIDINGS_WEBHOOK_SECRET'] ?? state.secret!
  const stored = state.positions[url]
  let position =
    options.since !== undefined
      ? startAt(await sinceMoment(options.since, client, sideOf(connection.credential), now()))
      : (stored ?? (await newestPosition(client, signal, now())))
  const store = (next: Position): void => {
    position = next
    state = { ...state, positions: { ...state.positions, [url]: next } }
    writeListenState(path, state)
  }
  store(position)
  output.note(
    stored !== undefined && options.since === undefined
      ? `Forwarding events to ${url}, continuing where it stopped. Ctrl-C ends it.`
      : `Forwarding events to ${url}. Ctrl-C ends it.`,
  )
  const follow = { client, signal, position: () => position, onAvailability: availability(run, connection.url) }
  const onFailure = (cause: string): void => output.note(`${url} is not reachable (${cause}). Trying again.`)
  for await (const event of followEvents(follow)) {
    if (options.type === undefined || options.type.includes(event.type)) {
      const forwarded = await forwardEvent(event, { url, secret, signal, now, onFailure })
      if (forwarded === null) return
      report(run, event, forwarded)
    }
    store(withRead(position, event, now().getTime()))
    if (signal.aborted) return
  }
}

/** Generates the secret once and stores it, so that the receiver can be configured with it. */
function withSecret({ options, terminal, output, randomBytes }: Run<ListenOptions>, path: string): ListenState {
  const state = readListenState(path)
  if (options.secret !== undefined || terminal.env['TIDINGS_WEBHOOK_SECRET'] !== undefined) return state
  const secret = state.secret ?? `whsec_${randomBytes(32).toString('base64')}`
  output.note(`Events are signed with the secret ${secret}`)
  return { ...state, secret }
}

function report({ output }: Run<ListenOptions>, event: Event, forwarded: Forwarded): void {
  if (output.isJson) return output.writeJson({ event, ...forwarded })
  const { style } = output
  const isAccepted = forwarded.status_code >= 200 && forwarded.status_code < 300
  const status = style(isAccepted ? 'green' : 'red', String(forwarded.status_code))
  output.say(
    `${style('dim', event.occurred_at.slice(11, 19))}  ${event.type.padEnd(typeWidth)}  ${event.id}  ${status}  ${style('dim', `${forwarded.duration_ms} ms`)}`,
  )
}

const typeWidth = 'whatsapp.inbound_message'.length

const availability =
  ({ output }: Run<object>, url: string) =>
  (error: Error | null): void =>
    output.note(error === null ? `${url} responds again.` : `${url} does not respond. Trying again.`)

function receiverUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw usageError(`${text} is not an address such as http://127.0.0.1:8080/hooks/tidings.`)
  return url.href
}
