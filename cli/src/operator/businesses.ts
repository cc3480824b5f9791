import { type Command, InvalidArgumentError } from 'commander'
import { choiceOption } from '../choices.ts'
import { usageError } from '../errors.ts'
import { addExamples } from '../examples.ts'
import { addLimitOption, type ListOptions, takeItems } from '../lists.ts'
import { onRun, type Shell } from '../shell.ts'
import type { Column } from '../table.ts'
import type { components } from './openapi.ts'
import { operatorItems, operatorRequest } from './requests.ts'

type Business = components['schemas']['Business']
type NewBusiness = components['schemas']['NewBusiness']
type Settings = Record<string, string | number | boolean | null | string[]>

const exampleId = 'biz_01M6DV79D3F5KXQ1N8W2R4T6YB'
const columns: Column<Business>[] = [
  { heading: 'Id', value: ({ id }) => id },
  { heading: 'Name', value: ({ name }) => name, shrink: true },
  { heading: 'Side', value: ({ mode }) => mode },
  { heading: 'Plan', value: ({ plan }) => plan },
  { heading: 'SMS', value: ({ sms }) => sms },
  { heading: 'WhatsApp', value: ({ whatsapp }) => whatsapp },
  { heading: 'State', value: stateOf, style: (business) => (stateOf(business) === 'active' ? null : 'yellow') },
]

function stateOf({ active, sending_paused: isPaused }: Business): string {
  if (!active) return 'inactive'
  return isPaused ? 'paused' : 'active'
}

export function addBusinesses(program: Command, shell: Shell): void {
  const group = program.command('businesses').description('The businesses that use the service.')
  addExamples(group, [['List the businesses', 'tidings businesses list']])
  addList(group, shell)
  addShow(group, shell)
  addCreate(group, shell)
  addUpdate(group, shell)
}

function addList(group: Command, shell: Shell): void {
  const command = addLimitOption(
    group
      .command('list')
      .description('List businesses, newest first.')
      .option('--query <text>', 'only those whose name or address contains this'),
  )
  addExamples(command, [
    ['The newest businesses', 'tidings businesses list'],
    ['Search by name', 'tidings businesses list --query grocer --limit 50'],
  ])
  onRun<ListOptions & { query?: string }>(command, shell, async (run) => {
    const { query, limit } = run.options
    const items = await takeItems(operatorItems<Business>(run, '/businesses', { query }), limit)
    run.output.list(columns, items, 'There is no business.')
  })
}

function addShow(group: Command, shell: Shell): void {
  const command = group
    .command('show')
    .description('Show a business with all its settings.')
    .argument('<business-id>', 'the id of the business, which begins with biz_')
  addExamples(command, [['Show a business', `tidings businesses show ${exampleId}`]])
  onRun(command, shell, async (run, id) => {
    const business = await operatorRequest<Business>(run, 'GET', `/businesses/${encodeURIComponent(id)}`)
    run.output.fields(business, fieldsOf(business))
  })
}

type CreateOptions = { mode?: string; set?: Settings }

function addCreate(group: Command, shell: Shell): void {
  const command = addSettings(
    group
      .command('create')
      .description('Create a business. Its first keys are printed this once.')
      .argument('<name>', 'the name that customers see')
      .addOption(choiceOption('--mode <mode>', 'live with a test side, or only test', ['live', 'test'])),
  )
  addExamples(command, [
    ['A shop in the United Kingdom', 'tidings businesses create "Green Grocer" --set country=GB --set plan=active'],
    ['A shop with texts', 'tidings businesses create "Green Grocer" --set sms=on --set countries=GB,IE'],
  ])
  onRun<CreateOptions>(command, shell, async (run, name) => {
    const { mode, set = {} } = run.options
    const body = { name, ...(mode !== undefined && { mode }), ...set }
    const business = await operatorRequest<NewBusiness>(run, 'POST', '/businesses', { body })
    run.output.fields(business, [
      ['Id', business.id],
      ['Name', business.name],
      ['Key', business.api_key],
      ['Test side', business.test_business_id],
      ['Test key', business.test_api_key],
    ])
    run.output.note('The keys are shown this once. Give them to the business by a safe way.')
  })
}

function addUpdate(group: Command, shell: Shell): void {
  const command = addSettings(
    group
      .command('update')
      .description('Change settings of a business.')
      .argument('<business-id>', 'the id of the business, which begins with biz_'),
  )
  addExamples(command, [
    ['Pause the sending of a business', `tidings businesses update ${exampleId} --set sending_paused=true`],
    [
      'Raise a quota and remove another',
      `tidings businesses update ${exampleId} --set messages_per_day=5000 --set email_allowance=null`,
    ],
  ])
  onRun<{ set?: Settings }>(command, shell, async (run, id) => {
    const { set } = run.options
    if (set === undefined) throw usageError('There is nothing to change.', 'Give a setting with --set name=value.')
    const business = await operatorRequest<Business>(run, 'PATCH', `/businesses/${encodeURIComponent(id)}`, {
      body: set,
    })
    run.output.fields(business, fieldsOf(business))
  })
}

const addSettings = (command: Command): Command =>
  command.option('--set <name=value>', 'a setting of the business; may be repeated', collectSetting)

const fieldsOf = (business: Business): [string, string | number | boolean | null][] =>
  Object.entries(business).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value])

/** A value is read as JSON where it is a number, true, false or null; `countries` is a list. The service validates it. */
export function collectSetting(text: string, previous: Settings = {}): Settings {
  const separator = text.indexOf('=')
  if (separator < 1) throw new InvalidArgumentError('It must have the form name=value.')
  const [name, value] = [text.slice(0, separator), text.slice(separator + 1)]
  return { ...previous, [name]: valueOf(name, value) }
}

function valueOf(name: string, value: string): Settings[string] {
  if (value === 'null') return null
  if (name === 'countries') return value.split(',')
  if (value === 'true' || value === 'false') return value === 'true'
  return /^-?\d{1,15}$/.test(value) && name !== 'name' ? Number(value) : value
}
