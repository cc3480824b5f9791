import { keysPath } from '../../dashboard/keys/key-parts.ts'
import { keysPage } from '../../dashboard/keys/keys-page.ts'
import { createdKeyPage, type KeyFields, lifetimes, newKeyPage } from '../../dashboard/keys/new-key-page.ts'
import { previewRevocation } from '../../dashboard/keys/revocation.decide.ts'
import { missingKeyPage, revokeKeyPage } from '../../dashboard/keys/revoke-page.ts'
import { activeMintedBy, keyCreators } from '../../dashboard/keys/sql.ts'
import { errorCodes } from '../../errors.ts'
import { formatId, parseId } from '../../ids.ts'
import { revokedWith } from '../../keys/keys.decide.ts'
import { scopes } from '../../keys/scopes.ts'
import { activeKeyPage, activeKeys, keyPage, type ListedKey } from '../../keys/sql.ts'
import { actorAllows } from '../../member-role.ts'
import { createDashboardKey, revokeBusinessKey } from '../../operator/keys.ts'
import { fieldOf, fieldsOf, queryOf, redirect } from '../form.ts'
import { type HttpResponse, refusal } from '../response.ts'
import type { ActResult } from './act.ts'
import { showRefusedShopPage, showShopPage } from './respond.ts'
import type { ShopRoute, ShopVisit } from './routes.ts'

/** The API keys of a side. Creating and revoking need a fresh sign-in. */
export const keyRoutes: ShopRoute[] = [
  {
    name: 'dashboard.keys',
    method: 'GET',
    path: '/dashboard/{shop}/keys',
    permission: 'read',
    serve: showKeys,
  },
  {
    name: 'dashboard.key.new',
    method: 'GET',
    path: '/dashboard/{shop}/keys/new',
    permission: 'develop',
    isDangerous: true,
    serve: async (visit) => showNew(visit, { name: '', rights: 'all', scopes: [], lifetime: '' }, null),
  },
  {
    name: 'dashboard.key.create',
    method: 'POST',
    path: '/dashboard/{shop}/keys/new',
    permission: 'develop',
    isDangerous: true,
    serve: createKey,
  },
  {
    name: 'dashboard.key.revoke',
    method: 'GET',
    path: '/dashboard/{shop}/keys/{key_id}/revoke',
    permission: 'develop',
    isDangerous: true,
    serve: (visit) => showRevoke(visit, null),
  },
  {
    name: 'dashboard.key.revoke.do',
    method: 'POST',
    path: '/dashboard/{shop}/keys/{key_id}/revoke',
    permission: 'develop',
    isDangerous: true,
    serve: revoke,
  },
]

const keysPerPage = 50
type Refused = Extract<ActResult, { isDone: false }>
const sentenceOf = ({ code, help }: Refused): string => help ?? errorCodes[code].meaning
const businessOf = ({ caller }: ShopVisit) => ({ business_id: formatId('biz', caller.businessId) })

async function showKeys(visit: ShopVisit): Promise<HttpResponse> {
  const { context, caller, shop, session, request } = visit
  const { businessId } = caller
  const isActiveOnly = queryOf(request, 'show') !== 'all'
  const cursor = queryOf(request, 'after')
  // A cursor that is none of a key is that of the first page.
  const after = cursor === null ? null : parseId('key', cursor)
  const page = { businessId, query: null, id: null, after, limit: keysPerPage + 1 }
  const rows = await context.db.all(isActiveOnly ? activeKeyPage : keyPage, page)
  const keys = rows.slice(0, keysPerPage)
  const content = keysPage({
    shop,
    keys,
    creators: await creatorsOf(visit, keys),
    isActiveOnly,
    next: rows.length > keysPerPage ? keys.at(-1)!.id : null,
    isFirst: after === null,
    mayDevelop: actorAllows(caller.actor, 'develop'),
    isRevoked: queryOf(request, 'done') === 'revoked',
    now: session.now,
  })
  return showShopPage(visit, 'keys', 'API keys', content)
}

/** A key that created another by its id, a person by name. */
async function creatorsOf({ context, caller }: ShopVisit, keys: ListedKey[]): Promise<Map<string, string>> {
  const keyIds = keys.map(({ id }) => formatId('key', id))
  const people = await context.db.all(keyCreators, { businessId: caller.businessId, keyIds })
  const names = new Map(keys.map(({ id, name }) => [id, name]))
  return new Map([
    ...people.map(({ keyId, name }) => [parseId('key', keyId)!, name] as const),
    ...keys.flatMap(({ id, minted_by: creator }) =>
      creator === null ? [] : [[id, `By the key ${names.get(creator) ?? formatId('key', creator)}`] as const],
    ),
  ])
}

function showNew(visit: ShopVisit, typed: KeyFields, refused: Refused | null): HttpResponse {
  const { shop, csrf } = visit
  const problem = refused && (problems[refused.code] ?? sentenceOf(refused))
  const content = newKeyPage({ shop, csrf, typed, problem })
  return refused === null
    ? showShopPage(visit, 'keys', 'Create a key', content)
    : showRefusedShopPage(visit, refusal(refused.code), 'keys', 'Create a key', content)
}
const problems: { [Code in Refused['code']]?: string } = {
  'common.validation_failed': 'Choose at least one scope, or “Everything”. A name has at most 120 characters.',
}

async function createKey(visit: ShopVisit): Promise<HttpResponse> {
  const { request, shop, session } = visit
  const chosen = fieldsOf(request.body, 'scope')
  const typed: KeyFields = {
    name: fieldOf(request.body, 'name').trim(),
    rights: fieldOf(request.body, 'rights') === 'some' ? 'some' : 'all',
    scopes: scopes.filter((scope) => chosen.includes(scope)),
    lifetime: lifetimes.find((days) => days === fieldOf(request.body, 'lifetime')) ?? '',
  }
  const { name, rights, lifetime } = typed
  const end = lifetime === '' ? null : new Date(session.now.getTime() + Number(lifetime) * 86_400_000)
  const result = await visit.act(createDashboardKey, {
    params: businessOf(visit),
    body: { name, scopes: rights === 'all' ? null : typed.scopes, expires_at: end?.toISOString() ?? null },
  })
  if (!result.isDone) return showNew(visit, typed, result)
  const created = result.body as { name: string; key: string }
  return showShopPage(visit, 'keys', 'The key was created', createdKeyPage(shop, created))
}

async function showRevoke(visit: ShopVisit, refused: Refused | null): Promise<HttpResponse> {
  const { context, caller, shop, csrf, session, request } = visit
  const { businessId } = caller
  const keyId = parseId('key', request.params['key_id']!)
  const active = await context.db.all(activeKeys, { businessId })
  const key = active.find(({ id }) => id === keyId)
  if (key === undefined)
    return showRefusedShopPage(visit, refusal('api_key.not_found'), 'keys', 'No such key', missingKeyPage(shop))
  const cascade = revokedWith(active, key.id).map(({ id }) => id)
  const minted = (await context.db.all(activeMintedBy, { businessId, keyId: key.id })).map(({ id }) => id)
  const content = revokeKeyPage({
    shop,
    csrf,
    key,
    cascade: previewRevocation(active, cascade, scopes),
    family: previewRevocation(active, [...new Set([...cascade, ...minted])], scopes),
    now: session.now,
    problem: refused && sentenceOf(refused),
  })
  return refused === null
    ? showShopPage(visit, 'keys', 'Revoke a key', content)
    : showRefusedShopPage(visit, refusal(refused.code), 'keys', 'Revoke a key', content)
}

async function revoke(visit: ShopVisit): Promise<HttpResponse> {
  const { request, shop } = visit
  const minted = fieldOf(request.body, 'minted') === 'true' ? 'true' : 'false'
  const params = { ...businessOf(visit), key_id: request.params['key_id']! }
  const result = await visit.act(revokeBusinessKey, { params, query: { minted } })
  return result.isDone ? redirect(`${keysPath(shop)}?done=revoked`) : showRevoke(visit, result)
}
