import type { MissedRedelivery, NewWebhookEndpoint, WebhookDelivery, WebhookEndpoint } from '@tidings/client'
import type { Command } from 'commander'
import { repeatedChoiceOption } from '../choices.ts'
import { createClient, sideOf } from '../connection.ts'
import { CommandError } from '../errors.ts'
import { addExamples } from '../examples.ts'
import { exitCodes } from '../exit-codes.ts'
import { sinceMoment } from '../feed/since.ts'
import { addLimitOption, type ListOptions, takeItems } from '../lists.ts'
import type { Output } from '../output.ts'
import { merchantClient, merchantConnection, onRun, type Run, type Shell } from '../shell.ts'
import type { Column } from '../table.ts'
import { eventTypes } from '../trigger/triggers.ts'

const exampleId = 'whe_01M7QBADQDE3ETE9TF0SX5KEQJ'

const columns: Column<WebhookEndpoint>[] = [
  { heading: 'Id', value: ({ id }) => id },
  {
    heading: 'State',
    value: ({ disabled, consecutive_failures: failures }) =>
      disabled ? 'disabled' : failures > 0 ? `${failures} failed` : 'healthy',
    style: ({ disabled, consecutive_failures: failures }) => (disabled ? 'red' : failures > 0 ? 'yellow' : 'green'),
  },
  { heading: 'Last success', value: ({ last_success_at: at }) => at },
  { heading: 'Last error', value: ({ last_error: error }) => error },
  { heading: 'Url', value: ({ url }) => url, shrink: true },
]

const deliveryColumns: Column<WebhookDelivery>[] = [
  { heading: 'At', value: ({ created_at: at }) => at },
  { heading: 'Type', value: ({ type }) => type },
  {
    heading: 'State',
    value: ({ state }) => state,
    style: ({ state }) =>
      state === 'delivered' ? 'green' : state === 'exhausted' || state === 'dropped' ? 'red' : null,
  },
  { heading: 'Attempts', value: ({ attempts }) => attempts.length, align: 'right' },
  {
    heading: 'Last',
    value: ({ attempts }) => {
      const last = attempts.at(-1)
      return last === undefined ? null : (last.status_code ?? last.error)
    },
  },
  { heading: 'Event', value: ({ event_id: id }) => id },
]

export function addWebhooks(program: Command, shell: Shell): void {
  const group = program.command('webhooks').description('The webhook endpoints of the business.')
  addExamples(group, [['List the endpoints and their health', 'tidings webhooks list']])
  addList(group, shell)
  addCreate(group, shell)
  addDelete(group, shell)
  addTest(group, shell)
  addRotateSecret(group, shell)
  addEnable(group, shell)
  addRedeliver(group, shell)
  addDeliveries(group, shell)
}

const onEndpoint = (group: Command, name: string, description: string): Command =>
  group
    .command(name)
    .description(description)
    .argument('<endpoint-id>', 'the id of the endpoint, which begins with whe_')

function addList(group: Command, shell: Shell): void {
  const command = group.command('list').description('List the endpoints and their health.')
  addExamples(command, [['List the endpoints', 'tidings webhooks list']])
  onRun(command, shell, async (run) => {
    const { items } = await merchantClient(run).webhookEndpoints.list({ signal: run.signal })
    run.output.list(columns, items, 'There is no endpoint. Create one with: tidings webhooks create https://…')
  })
}

function addCreate(group: Command, shell: Shell): void {
  const command = group
    .command('create')
    .description('Create an endpoint. Its secret is printed this once.')
    .argument('<url>', 'where events are posted: HTTPS, at a public address')
    .addOption(repeatedChoiceOption('--type <type>', 'post only events of this type; may be repeated', eventTypes))
    .option('--description <text>', 'a note for yourself')
  addExamples(command, [
    ['All events', 'tidings webhooks create https://shop.example/hooks/tidings'],
    [
      'Only two types',
      'tidings webhooks create https://shop.example/hooks/tidings --type message.bounced --type sms.failed',
    ],
  ])
  onRun<{ type?: string[]; description?: string }>(command, shell, async (run, url) => {
    const { type, description } = run.options
    const request = {
      url,
      ...(type !== undefined && { event_types: type }),
      ...(description !== undefined && { description }),
    }
    printWithSecret(run.output, await merchantClient(run).webhookEndpoints.create(request, { signal: run.signal }))
  })
}

function addDelete(group: Command, shell: Shell): void {
  const command = onEndpoint(group, 'delete', 'Delete an endpoint and its queued deliveries.')
  addExamples(command, [['Delete an endpoint', `tidings webhooks delete ${exampleId}`]])
  onRun(command, shell, async (run, id) => {
    await merchantClient(run).webhookEndpoints.delete(id, { signal: run.signal })
    if (run.output.isJson) run.output.writeJson({ id, deleted: true })
    else run.output.say(`Deleted ${id}.`)
  })
}

function addTest(group: Command, shell: Shell): void {
  const command = onEndpoint(group, 'test', 'Post a ping to an endpoint at once, and print its response.')
  addExamples(command, [['Test an endpoint', `tidings webhooks test ${exampleId}`]])
  onRun(command, shell, async (run, id) => {
    const result = await merchantClient(run).webhookEndpoints.test(id, { signal: run.signal })
    run.output.fields(result, [
      ['Delivered', result.delivered ? 'yes' : 'no'],
      ['Status', result.status_code],
      ['Error', result.error],
      ['Duration', `${result.duration_ms} ms`],
      ['Event', result.event_id],
    ])
    if (!result.delivered) throw new CommandError('The endpoint did not accept the ping.', exitCodes.refused)
  })
}

function addRotateSecret(group: Command, shell: Shell): void {
  const command = onEndpoint(group, 'rotate-secret', 'Create a new secret. For 24 hours events are signed with both.')
  addExamples(command, [['Rotate the secret', `tidings webhooks rotate-secret ${exampleId}`]])
  onRun(command, shell, async (run, id) => {
    printWithSecret(run.output, await merchantClient(run).webhookEndpoints.rotateSecret(id, { signal: run.signal }))
  })
}

function addEnable(group: Command, shell: Shell): void {
  const command = onEndpoint(group, 'enable', 'Enable an endpoint that was disabled after 20 failures.')
  addExamples(command, [['Enable an endpoint', `tidings webhooks enable ${exampleId}`]])
  onRun(command, shell, async (run, id) => {
    const endpoint = await merchantClient(run).webhookEndpoints.enable(id, { signal: run.signal })
    if (run.output.isJson) run.output.writeJson(endpoint)
    else run.output.say(`${endpoint.url} gets events again.`)
  })
}

function addRedeliver(group: Command, shell: Shell): void {
  const command = onEndpoint(
    group,
    'redeliver',
    'Send every event since a time that an endpoint missed.',
  ).requiredOption('--since <time>', 'the beginning of the outage, such as 2h or 2026-11-18T12:00:00Z')
  addExamples(command, [['After an outage of two hours', `tidings webhooks redeliver ${exampleId} --since 2h`]])
  onRun<{ since: string }>(command, shell, redeliverMissed)
}

/** A call examines a bounded number of events and returns where the next one continues. */
async function redeliverMissed(run: Run<{ since: string }>, id: string): Promise<void> {
  const { options, output, signal, now } = run
  const connection = merchantConnection(run)
  const client = createClient(connection)
  const start = await sinceMoment(options.since, client, sideOf(connection.credential), now())
  const total = { deliveries: 0, examined: 0 }
  for (let since: string | null = start.toISOString(); since !== null; ) {
    const step: MissedRedelivery = await client.webhookEndpoints.redeliverMissed(id, { since }, { signal })
    total.deliveries += step.deliveries
    total.examined += step.examined
    since = step.next_since
  }
  if (output.isJson) output.writeJson(total)
  else output.say(`Queued ${total.deliveries} of ${total.examined} ${total.examined === 1 ? 'event' : 'events'}.`)
}

function addDeliveries(group: Command, shell: Shell): void {
  const command = onEndpoint(group, 'deliveries', 'List the deliveries to an endpoint and its responses, newest first.')
  addLimitOption(command)
  addExamples(command, [['Why an endpoint misses events', `tidings webhooks deliveries ${exampleId} --limit 50`]])
  onRun<ListOptions>(command, shell, async (run, id) => listDeliveries(run, id))
}

async function listDeliveries(run: Run<ListOptions>, id: string): Promise<void> {
  const list = merchantClient(run).webhookEndpoints.deliveries(id, {}, { signal: run.signal })
  run.output.list(deliveryColumns, await takeItems(list, run.options.limit), 'Nothing was delivered to it.')
}

function printWithSecret(output: Output, endpoint: NewWebhookEndpoint): void {
  output.fields(endpoint, [
    ['Id', endpoint.id],
    ['Url', endpoint.url],
    ['Events', endpoint.event_types.length === 0 ? 'every type' : endpoint.event_types.join(', ')],
    ['Secret', endpoint.secret],
  ])
  output.note('The secret is shown this once. Store it where secrets are stored.')
}
