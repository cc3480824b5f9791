import type { Command } from 'commander'
import { CommandError } from '../errors.ts'
import { addExamples } from '../examples.ts'
import { exitCodes } from '../exit-codes.ts'
import { onRun, type Shell } from '../shell.ts'
import type { Column } from '../table.ts'
import type { components } from './openapi.ts'
import { operatorRequest } from './requests.ts'

type Template = components['schemas']['WhatsAppTemplate']
type Synced = components['schemas']['SyncedTemplate']
const listColumns: Column<Template>[] = [
  { heading: 'Order status', value: ({ order_status }) => order_status },
  { heading: 'State', value: ({ state }) => state, style: ({ state }) => (state === 'approved' ? 'green' : 'yellow') },
]
const syncColumns: Column<Synced>[] = [
  { heading: 'Template', value: ({ name }) => name },
  { heading: 'Action', value: ({ action }) => action, style: ({ action }) => (action === 'failed' ? 'red' : null) },
  { heading: 'State', value: ({ state }) => state, style: ({ state }) => (state === 'approved' ? 'green' : 'yellow') },
  { heading: 'Platform', value: ({ platform_status }) => platform_status },
  { heading: 'Category', value: ({ category }) => category },
  { heading: 'Problem', value: ({ problem }) => problem, shrink: true },
]

export function addTemplates(program: Command, shell: Shell): void {
  const group = program.command('templates').description('The WhatsApp templates, which all businesses share.')
  addExamples(group, [['Create them at the platform', 'tidings templates sync']])
  addList(group, shell)
  addSync(group, shell)
}

function addList(group: Command, shell: Shell): void {
  const command = group.command('list').description('List the templates with the review states that are recorded.')
  addExamples(command, [['Which templates are approved', 'tidings templates list']])
  onRun(command, shell, async (run) => {
    const { items } = await operatorRequest<{ items: Template[] }>(run, 'GET', '/whatsapp-templates')
    run.output.list(listColumns, items, 'There is no template.')
  })
}

/** Some may be created although others were refused, so that a script has to distinguish it from success. */
function addSync(group: Command, shell: Shell): void {
  const command = group
    .command('sync')
    .description('Create the missing templates at the platform, and record the review state of each. Safe to repeat.')
  addExamples(command, [
    ['Create the templates and read their states', 'tidings templates sync'],
    ['The templates that the platform refused', `tidings templates sync --json | jq 'select(.action == "failed")'`],
  ])
  onRun(command, shell, async (run) => {
    const { items } = await operatorRequest<{ items: Synced[] }>(run, 'POST', '/whatsapp-templates/sync')
    run.output.list(syncColumns, items, 'There is no template.')
    const failed = items.filter(({ action }) => action === 'failed').length
    if (failed > 0)
      throw new CommandError(
        `The platform refused ${failed} of ${items.length} templates.`,
        exitCodes.incomplete,
        'Correct them at the platform, and repeat the command.',
      )
  })
}
