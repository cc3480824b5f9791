import type { Run } from '../shell.ts'
import type { Column } from '../table.ts'
import type { components } from './openapi.ts'
import { operatorItems, operatorRequest } from './requests.ts'

type ListedKey = components['schemas']['ListedKey']
type NewKey = components['schemas']['NewApiKey']
type NewKeyRequest = components['schemas']['CreateDashboardKeyRequest']

/** What `keys` does with --business: an operator manages the keys of a business. */
const columns: Column<ListedKey>[] = [
  { heading: 'Id', value: ({ id }) => id },
  { heading: 'Name', value: ({ name }) => name, shrink: true },
  { heading: 'Key', value: ({ masked }) => masked },
  { heading: 'Scopes', value: ({ scopes }) => scopes?.join(',') ?? 'all' },
  { heading: 'State', value: ({ active }) => (active ? 'active' : 'revoked') },
  { heading: 'Last used', value: ({ last_used_at }) => last_used_at },
]
const pathOf = (business: string): string => `/businesses/${encodeURIComponent(business)}/keys`

export async function listKeysOf(run: Run<object>, business: string): Promise<void> {
  const items: ListedKey[] = []
  for await (const key of operatorItems<ListedKey>(run, pathOf(business), { active: 'true' })) items.push(key)
  run.output.list(columns, items, 'The business has no key.')
}

export const createKeyOf = (run: Run<object>, business: string, body: NewKeyRequest): Promise<NewKey> =>
  operatorRequest<NewKey>(run, 'POST', pathOf(business), { body })

export const revokeKeyOf = (run: Run<object>, business: string, id: string): Promise<void> =>
  operatorRequest<void>(run, 'DELETE', `${pathOf(business)}/${encodeURIComponent(id)}`)
