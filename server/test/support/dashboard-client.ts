import { type Statement, statement } from '../../src/db/statement.ts'
import { csrfToken } from '../../src/http/dashboard/csrf.ts'
import type { OperatorRoute, PersonRoute, ShopRoute } from '../../src/http/dashboard/routes.ts'
import { createKeyring } from '../../src/keyring.ts'
import type { ApiResponse } from './client.ts'
import type { SignedInMember } from './dashboard.ts'
import type { TestService } from './test-service.ts'

export type Visitor = Pick<SignedInMember, 'cookie' | 'sessionId'>
type Fields = Record<string, string>
/** A field can be a file. */
export type FormFields = Record<string, string | File>

/** Requests that a browser with the session of a member sends. */
export function createDashboardClient({ call, config }: Pick<TestService, 'call' | 'config'>) {
  const keyring = createKeyring(config.secretKeys)
  const csrfOf = ({ sessionId }: Pick<Visitor, 'sessionId'>): string => csrfToken(keyring, sessionId)
  const cookieOf = (visitor: Visitor | null): Record<string, string> =>
    visitor === null ? {} : { Cookie: visitor.cookie }
  return {
    csrfOf,
    read: (visitor: Visitor | null, path: string, headers: Fields = {}) =>
      call('GET', path, { headers: { ...cookieOf(visitor), ...headers } }),
    /** Sends a form of a page with its CSRF token, unless the fields have another. */
    submit: async (visitor: Visitor | null, path: string, fields: FormFields = {}, headers: Fields = {}) => {
      const { raw, type } = await encoded({ csrf: visitor === null ? 'x' : csrfOf(visitor), ...fields })
      return call('POST', path, {
        raw,
        headers: {
          'Content-Type': type,
          'Sec-Fetch-Site': 'same-origin',
          ...cookieOf(visitor),
          ...headers,
        },
      })
    },
  }
}

/** As a browser sends it: a form with a file in several parts. */
async function encoded(fields: FormFields): Promise<{ raw: string | Buffer; type: string }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (Object.values(fields).some((value) => value instanceof File)) {
    const sent = new Response(form)
    return { raw: Buffer.from(await sent.arrayBuffer()), type: sent.headers.get('Content-Type')! }
  }
  return {
    raw: new URLSearchParams(fields as Fields).toString(),
    type: 'application/x-www-form-urlencoded',
  }
}

/** How a page or a form responded to a person. */
export type Result = string

export function resultOf({ status, headers, text }: ApiResponse): Result {
  const location = String(headers['location'] ?? '')
  if (status === 303 && location.startsWith('/dashboard/sign-in')) return 'sign in'
  if (status === 303 && location.startsWith('/dashboard/confirm')) return 'confirm'
  if (status === 200 || status === 204 || status === 303) return 'served'
  if (status === 404 && text.includes('This page does not exist')) return 'missing'
  if (status === 403 && text.includes('Your role does not allow this')) return 'forbidden'
  if (status === 403 && text.includes('Nothing was changed')) return 'nothing was changed'
  return `${status} ${text.slice(0, 2_000)}`
}

/** The address of a route, with the values of its parameters. */
export const addressOf = ({ path }: Pick<ShopRoute | PersonRoute | OperatorRoute, 'path'>, values: Fields): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name]!))

export const parametersOf = ({ path }: Pick<ShopRoute | PersonRoute | OperatorRoute, 'path'>): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).filter((name) => name !== 'shop')

/**
 * Returns a function that lists the tables in which rows of these businesses, or of people, have changed since then. Times of
 * the last use do not count, nor do the figures, which a worker changes later than the rows that they count.
 */
export async function watchRows(
  { db }: Pick<TestService, 'db'>,
  shops: { businessId: string }[],
): Promise<() => Promise<string[]>> {
  watchedRows ??= digestsOf(await db.all(tablesOfBusinesses))
  const rows = watchedRows
  const read = async () =>
    new Map(
      (await db.all(rows, { businessIds: shops.map(({ businessId }) => businessId) })).map(({ table, digest }) => [
        table,
        digest,
      ]),
    )
  const before = await read()
  return async () =>
    [...(await read())].filter(([table, digest]) => before.get(table) !== digest).map(([table]) => table)
}

type DigestRow = { table: string; digest: string | null }
let watchedRows: Statement<{ businessIds: string[] }, DigestRow> | undefined
const tablesOfPeople = ['people', 'dashboard_sessions', 'passkeys']
const tablesOfService = ['operators', 'sms_prices', 'whatsapp_templates', 'platform_suppressions', 'installation']
const digestsOf = (tables: { table: string }[]): Statement<{ businessIds: string[] }, DigestRow> =>
  statement(
    'scene.digests',
    [
      ...tables.map(({ table }) => [table, 'where one.business_id = any ($businessIds::uuid[])']),
      ...[...tablesOfPeople, ...tablesOfService].map((table) => [table, '']),
    ]
      .map(
        ([table, condition]) =>
          `select '${table}' as "table",
                  md5(string_agg((to_jsonb(one) - 'seen_at' - 'last_used_at')::text, '|' order by one::text)) as digest
             from ${table} one ${condition}`,
      )
      .join(' union all '),
  )

const tablesOfBusinesses = statement<null, { table: string }>(
  'scene.tables',
  `select c.oid::regclass::text as "table"
     from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attname = 'business_id' and c.relkind in ('r', 'p') and not c.relispartition
      and c.relnamespace = 'public'::regnamespace and c.relname not in ('figures', 'figure_changes')
    order by 1`,
)
