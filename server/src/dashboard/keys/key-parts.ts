import { type Html, html } from '../../html.ts'
import { formatId } from '../../ids.ts'
import type { Scope } from '../../keys/scopes.ts'
import type { KeyRow } from '../../keys/sql.ts'
import { moment } from '../../pages/components.ts'

export const keysPath = ({ path }: { path: string }): string => `${path}/keys`
export const revokePath = (shop: { path: string }, { id }: Pick<KeyRow, 'id'>): string =>
  `${keysPath(shop)}/${formatId('key', id)}/revoke`

export const scopeWords: Record<Scope, string> = {
  'messages:write': 'Push, retract and send messages again',
  'messages:read': 'Read messages',
  recipients: 'Read and change numbers of customers',
  erasure: 'Erase customers',
  webhooks: 'Manage webhook endpoints and read events',
  keys: 'Create and revoke keys',
  credits: 'Read the balance',
}

export const scopesText = ({ scopes }: Pick<KeyRow, 'scopes'>): string =>
  scopes === null ? 'Everything' : scopes.join(', ')

/** Recorded once an hour, so the time is the beginning of the hour. */
export const lastUseText = ({ last_used_at: used }: Pick<KeyRow, 'last_used_at'>): Html =>
  used === null ? html`<span class="faint">Never</span>` : moment(used)

export const keyName = ({ name, masked }: Pick<KeyRow, 'name' | 'masked'>): Html =>
  html`<span class="two"><strong>${name}</strong><span>${masked}</span></span>`
