import { randomBytes, randomUUID } from 'node:crypto'
import type { Context } from '../../src/context.ts'
import { startSession } from '../../src/dashboard/people/sessions.ts'
import { ensurePerson, storeMember } from '../../src/dashboard/people/sql.ts'
import type { Transaction } from '../../src/db/database.ts'
import { emailIdentity } from '../../src/email.ts'
import type { MemberRole } from '../../src/member-role.ts'
import type { OperatorRole } from '../../src/operator-role.ts'
import { shopPath } from '../../src/shop-path.ts'
import type { ApiResponse, Client, Shop } from './client.ts'
import { until } from './simulator-client.ts'
import type { TestService } from './test-service.ts'

/** A signed-in member. `cookie` is the value of the Cookie header, `path` the address of the shop in the dashboard. */
export type SignedInMember = { personId: string; sessionId: string; email: string; cookie: string; path: string }

/** Creates a person with this role in a business, and a session, without a sign-in. */
export async function createMember(
  { db }: Pick<TestService, 'db'>,
  { businessId, shard }: Pick<Shop, 'businessId' | 'shard'>,
  role: MemberRole,
  name = 'Ana Lopez',
  email = `${role}-${randomUUID()}@shop.example`,
): Promise<SignedInMember> {
  return db.transaction(async (tx) => {
    const session = await signIn(tx, email, name)
    tx.write(storeMember, { businessId, personId: session.personId, role })
    return { ...session, path: shopPath({ shard, businessId }) }
  })
}

/** The cookies that a response sets, as the value of the Cookie header of the next request. */
export const cookieOf = ({ headers }: Pick<ApiResponse, 'headers'>): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => cookie.split(';')[0]!)
    .join('; ')

/** Sends a form of the dashboard. */
export const submitForm = (
  { call }: Pick<Client, 'call'>,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<ApiResponse> => {
  const raw = new URLSearchParams(fields).toString()
  return call('POST', path, {
    raw,
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': String(Buffer.byteLength(raw)),
      ...headers,
    },
  })
}

/** The value of a hidden field of a page. */
export const hiddenField = (text: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''

/** The path of the newest link that the dashboard mailed to this address. */
export const mailedPath = async (
  { simulator }: Pick<TestService, 'simulator'>,
  to: string,
  sent = 1,
): Promise<string> => {
  const text = await until(`the email to ${to}`, async () => {
    const mails = await simulator.outbox({ channel: 'email', to })
    return mails.length >= sent ? (mails.toSorted((a, b) => a.at.localeCompare(b.at)).at(-1)!.text as string) : null
  })
  return new URL(/https?:\/\/\S+/.exec(text)![0]).pathname
}

/** Creates an operator with an address, and a session, without a sign-in. `path` is that of a shop in which they act. */
export async function createSignedInOperator(
  { db, operator }: Pick<TestService, 'db' | 'operator'>,
  { businessId, shard }: Pick<Shop, 'businessId' | 'shard'>,
  role: OperatorRole,
  name = 'Grace',
): Promise<SignedInMember & { operatorId: string; token: string }> {
  const email = `${role}-${randomUUID()}@tidings.example`
  const { id: operatorId, token } = (await operator('POST', '/operators', { name, role, email })).json
  const session = await db.transaction((tx) => signIn(tx, email, name))
  return { ...session, path: shopPath({ shard, businessId }), operatorId, token }
}

async function signIn(tx: Transaction, email: string, name: string): Promise<Omit<SignedInMember, 'path'>> {
  const context = { newId: randomUUID, randomBytes } as unknown as Context
  const given = { id: randomUUID(), email: emailIdentity(email), displayedEmail: email, name }
  const { id: personId } = (await tx.one(ensurePerson, given))!
  const { token, sessionId } = await startSession(
    context,
    tx,
    personId,
    { method: 'link', provedSecondsAgo: 0 },
    'a test',
  )
  return { personId, sessionId, email, cookie: `__Host-dashboard=${token}` }
}
