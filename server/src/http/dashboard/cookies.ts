import type { IncomingHttpHeaders } from 'node:http'
import type { Context } from '../../context.ts'
import { newToken } from '../../dashboard/people/sessions.ts'
import { attemptMinutes } from '../../dashboard/people/sign-in-link.ts'

/**
 * The session of a person. The prefix `__Host-` prevents that another host of the domain sets it. The inbox has cookies of its
 * own, and neither accepts those of the other.
 */
const sessionCookieName = '__Host-dashboard'
/** Identifies the browser that asked for a sign-in, until the sign-in ends. */
const browserCookieName = '__Host-sign-in'
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax'

export const sessionCookie = (token: string, { endsAt, now }: { endsAt: Date; now: Date }): string =>
  `${sessionCookieName}=${token}; Max-Age=${Math.floor((endsAt.getTime() - now.getTime()) / 1000)}; ${attributes}`
export const endedSessionCookie = `${sessionCookieName}=; Max-Age=0; ${attributes}`
export const sessionTokenOf = (headers: IncomingHttpHeaders): string | null => cookieOf(headers, sessionCookieName)

export const browserTokenOf = (headers: IncomingHttpHeaders): string | null => cookieOf(headers, browserCookieName)

/** A browser keeps its cookie while an attempt may be open, so that a second attempt does not end the first. */
export function browserOf(context: Context, headers: IncomingHttpHeaders) {
  const token = browserTokenOf(headers) ?? newToken(context).token
  return {
    token,
    cookie: { 'Set-Cookie': `${browserCookieName}=${token}; Max-Age=${attemptMinutes * 60}; ${attributes}` },
  }
}

/** Null without exactly one well-formed cookie of this name. */
function cookieOf({ cookie = '' }: IncomingHttpHeaders, name: string): string | null {
  const values = cookie
    .split('; ')
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  return values.length === 1 && /^[\w-]{43}$/.test(values[0]!) ? values[0]! : null
}
