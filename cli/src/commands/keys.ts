import type { ApiKey, CreateKeyRequest, Scope } from '@tidings/client'
import type { Command } from 'commander'
import { repeatedChoiceOption } from '../choices.ts'
import { addExamples } from '../examples.ts'
import { createKeyOf, listKeysOf, revokeKeyOf } from '../operator/business-keys.ts'
import { merchantClient, onRun, type Shell } from '../shell.ts'
import type { Column } from '../table.ts'

const scopes = [
  'messages:write',
  'messages:read',
  'recipients',
  'erasure',
  'webhooks',
  'keys',
  'credits',
] as const satisfies readonly Scope[]

const columns: Column<ApiKey>[] = [
  { heading: 'Id', value: ({ id }) => id },
  { heading: 'Name', value: ({ name }) => name, shrink: true },
  { heading: 'Key', value: ({ masked }) => masked },
  { heading: 'Scopes', value: ({ scopes: given }) => given?.join(',') ?? 'all' },
  { heading: 'Expires', value: ({ expires_at }) => expires_at },
  { heading: 'Last used', value: ({ last_used_at }) => last_used_at },
]

/** With it, an operator manages the keys of a business; without it, a business its own. */
const addBusinessOption = (command: Command): Command =>
  command.option('--business <id>', 'as an operator: of this business')
type BusinessOption = { business?: string }

export function addKeys(program: Command, shell: Shell): void {
  const group = program.command('keys').description('The API keys of the business.')
  addExamples(group, [['List the keys', 'tidings keys list']])
  addList(group, shell)
  addCreate(group, shell)
  addRevoke(group, shell)
}

function addList(group: Command, shell: Shell): void {
  const command = addBusinessOption(group.command('list').description('List the active keys.'))
  addExamples(command, [
    ['List the keys with their scopes', 'tidings keys list'],
    ['The keys of a business, as an operator', 'tidings keys list --business biz_01M6DV79D3F5KXQ1N8W2R4T6YB'],
  ])
  onRun<BusinessOption>(command, shell, async (run) => {
    if (run.options.business !== undefined) return listKeysOf(run, run.options.business)
    const { items } = await merchantClient(run).keys.list({ signal: run.signal })
    run.output.list(columns, items, 'There is no key.')
  })
}

type CreateOptions = BusinessOption & { name?: string; scope?: Scope[]; expiresAt?: string; detach?: boolean }

function addCreate(group: Command, shell: Shell): void {
  const command = addBusinessOption(
    group
      .command('create')
      .description('Create a key. It is printed this once.')
      .option('--name <text>', 'a name for what uses the key')
      .addOption(
        repeatedChoiceOption('--scope <scope>', `allow only this; may be repeated: ${scopes.join(', ')}`, scopes),
      )
      .option('--expires-at <time>', 'the key is valid until this time')
      .option('--detach', 'revoking the key that creates it does not revoke it'),
  )
  addExamples(command, [
    ['A key that may only push', 'tidings keys create --name checkout --scope messages:write'],
    ['A key until the end of the year', 'tidings keys create --name trial --expires-at 2026-12-31T23:59:59Z'],
  ])
  onRun<CreateOptions>(command, shell, async (run) => {
    const { name, scope, expiresAt, detach, business } = run.options
    const request: CreateKeyRequest = {
      ...(name !== undefined && { name }),
      ...(scope !== undefined && { scopes: scope }),
      ...(expiresAt !== undefined && { expires_at: expiresAt }),
      ...(detach === true && { detach }),
    }
    const key =
      business === undefined
        ? await merchantClient(run).keys.create(request, { signal: run.signal })
        : await createKeyOf(run, business, request)
    run.output.fields(key, [
      ['Id', key.id],
      ['Name', key.name],
      ['Key', key.key],
      ['Scopes', key.scopes?.join(', ') ?? 'all'],
      ['Expires', key.expires_at],
    ])
    run.output.note('The key is shown this once. Store it where secrets are stored.')
  })
}

function addRevoke(group: Command, shell: Shell): void {
  const command = addBusinessOption(
    group
      .command('revoke')
      .description('Revoke a key, and every key below it that was not detached.')
      .argument('<key-id>', 'the id of the key, which begins with key_'),
  )
  addExamples(command, [['Revoke a key', 'tidings keys revoke key_01M7QBADQDE3ETE9TF0SX5KEQJ']])
  onRun<BusinessOption>(command, shell, async (run, id) => {
    const { business } = run.options
    if (business === undefined) await merchantClient(run).keys.revoke(id, { signal: run.signal })
    else await revokeKeyOf(run, business, id)
    if (run.output.isJson) run.output.writeJson({ id, revoked: true })
    else run.output.say(`Revoked ${id}.`)
  })
}
