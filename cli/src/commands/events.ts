import type { Event } from '@tidings/client'
import type { Command } from 'commander'
import { repeatedChoiceOption } from '../choices.ts'
import { createClient, sideOf } from '../connection.ts'
import { addExamples } from '../examples.ts'
import { followEvents } from '../feed/follow-events.ts'
import { startAfter, startAt, withRead } from '../feed/position.decide.ts'
import { sinceMoment } from '../feed/since.ts'
import { addLimitOption, type ListOptions } from '../lists.ts'
import type { Output } from '../output.ts'
import { merchantClient, merchantConnection, onRun, type Run, type Shell } from '../shell.ts'
import { oneLine } from '../table.ts'
import { eventTypes } from '../trigger/triggers.ts'

export function addEvents(program: Command, shell: Shell): void {
  const group = program.command('events').description('The events of the business.')
  addExamples(group, [['The newest events', 'tidings events tail']])
  addTail(group, shell)
  addRedeliver(group, shell)
}

type TailOptions = ListOptions & { follow?: boolean; type?: string[]; since?: string }

function addTail(group: Command, shell: Shell): void {
  const command = group
    .command('tail')
    .description('Print the newest events, the last one at the bottom.')
    .option('-f, --follow', 'print further events as they occur, until Ctrl-C')
    .addOption(repeatedChoiceOption('--type <type>', 'only events of this type; may be repeated', eventTypes))
    .option('--since <time>', 'events since then, such as 10m or 2026-11-18T12:00:00Z, instead of the newest')
  addLimitOption(command)
  addExamples(command, [
    ['The last 20 events', 'tidings events tail'],
    ['Bounces as they occur', 'tidings events tail --follow --type message.bounced'],
    ['All events of the last day as JSON', 'tidings events tail --since 1d --json'],
  ])
  onRun<TailOptions>(command, shell, tail)
}

async function tail(run: Run<TailOptions>): Promise<void> {
  const { options, output, signal, now } = run
  const connection = merchantConnection(run)
  const client = createClient(connection)
  const isWanted = ({ type }: Event): boolean => options.type === undefined || options.type.includes(type)
  const since =
    options.since === undefined ? null : await sinceMoment(options.since, client, sideOf(connection.credential), now())
  const floor = since === null ? null : startAt(since).floor!.occurred_at
  const found: Event[] = []
  const first = await client.events.list({ limit: 100 }, { signal }).page()
  for await (const event of client.events.list({ limit: 100 }, { signal })) {
    if (floor !== null ? event.occurred_at <= floor : found.length >= options.limit) break
    if (isWanted(event)) found.push(event)
  }
  for (const event of found.toReversed()) print(output, event)
  if (options.follow !== true) return
  let position = found.reduce(
    (current, event) => withRead(current, event, now().getTime()),
    startAfter(first, now().getTime()),
  )
  const onAvailability = (error: Error | null): void =>
    output.note(
      error === null ? `${connection.url} responds again.` : `${connection.url} does not respond. Trying again.`,
    )
  for await (const event of followEvents({ client, signal, position: () => position, onAvailability })) {
    if (isWanted(event)) print(output, event)
    position = withRead(position, event, now().getTime())
  }
}

function print(output: Output, event: Event): void {
  if (output.isJson) return output.writeJson(event)
  const { style } = output
  const data = Object.entries(event.data as Record<string, unknown>)
    .filter(([name, value]) => value !== null && !name.endsWith('_at') && name !== 'at')
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(' ')
  const at = event.occurred_at.slice(0, 19).replace('T', ' ')
  output.say(`${style('dim', at)}  ${style('cyan', event.type)}  ${event.id}  ${oneLine(data)}`)
}

function addRedeliver(group: Command, shell: Shell): void {
  const command = group
    .command('redeliver')
    .description('Send an event again to every endpoint that receives its type.')
    .argument('<event-id>', 'the id of the event, which begins with evt_')
  addExamples(command, [['Send an event again', 'tidings events redeliver evt_01M7QBB1JXE3R8ANFR27J5ZGZ8']])
  onRun(command, shell, async (run, id) => {
    const result = await merchantClient(run).events.redeliver(id, { signal: run.signal })
    if (run.output.isJson) run.output.writeJson(result)
    else run.output.say(`Queued for ${result.deliveries} ${result.deliveries === 1 ? 'endpoint' : 'endpoints'}.`)
  })
}
