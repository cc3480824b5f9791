import type { IncomingHttpHeaders } from 'node:http'
import type { Context } from '../../context.ts'
import { returnPath } from '../../dashboard/people/return-path.decide.ts'
import { newToken } from '../../dashboard/people/sessions.ts'
import { attemptMinutes } from '../../dashboard/people/sign-in-link.ts'

/**
 * The session of a person. The prefix `__Host-` prevents that another host of the domain sets it. The inbox has cookies of its
 * own, and neither accepts those of the other.
 */
const sessionCookieName = '__Host-dashboard'
/**
 * Identifies the browser that asked for a sign-in, until the sign-in ends, and has the page at which it continues. The path is here
 * and not in the database, because it can contain the address of a customer.
 */
const browserCookieName = '__Host-sign-in'
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax'

export const sessionCookie = (token: string, { endsAt, now }: { endsAt: Date; now: Date }): string =>
  `${sessionCookieName}=${token}; Max-Age=${Math.floor((endsAt.getTime() - now.getTime()) / 1000)}; ${attributes}`
export const endedSessionCookie = `${sessionCookieName}=; Max-Age=0; ${attributes}`
export const sessionTokenOf = (headers: IncomingHttpHeaders): string | null =>
  cookieOf(headers, sessionCookieName, /^[\w-]{43}$/)

export const browserTokenOf = (headers: IncomingHttpHeaders): string | null =>
  cookieOf(headers, browserCookieName, browserCookie)?.slice(0, 43) ?? null
const browserCookie = /^[\w-]{43}\.[\w-]{1,700}$/

/** A browser keeps its token while an attempt may be open, so that a second attempt does not end the first. */
export function browserOf(context: Context, headers: IncomingHttpHeaders, next: string) {
  const token = browserTokenOf(headers) ?? newToken(context).token
  const value = `${token}.${Buffer.from(next).toString('base64url')}`
  return {
    token,
    cookie: { 'Set-Cookie': `${browserCookieName}=${value}; Max-Age=${attemptMinutes * 60}; ${attributes}` },
  }
}

/** Where the browser continues after the sign-in that it asked for last. */
export function continuationOf(headers: IncomingHttpHeaders): string {
  const path = cookieOf(headers, browserCookieName, browserCookie)?.slice(44)
  return returnPath(path === undefined ? null : Buffer.from(path, 'base64url').toString())
}

/** Null without exactly one well-formed cookie of this name. */
function cookieOf({ cookie = '' }: IncomingHttpHeaders, name: string, form: RegExp): string | null {
  const values = cookie
    .split('; ')
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  return values.length === 1 && form.test(values[0]!) ? values[0]! : null
}
