import type { IncomingHttpHeaders } from 'node:http'
import { readSession, type Session, sessionPath, writeSession } from '../inbox/session.ts'
import type { Keyring } from '../keyring.ts'
import type { PageRequest } from './pages.ts'

/**
 * The path of a session is also the path of its cookie, so that several sessions work side by side in one browser. This excludes
 * the prefix `__Host-`, which requires the path `/` (0040).
 */
const cookieName = '__Secure-inbox'

/** The cookie lasts as long as the session, which lasts as long as its link. `now` is the time of the service's clock. */
export function sessionCookie(keyring: Keyring, session: Session, now: Date): string {
  const seconds = Math.floor((session.expiresAt.getTime() - now.getTime()) / 1000)
  return `${cookieName}=${writeSession(keyring, session)}; Path=${sessionPath(session)}; Max-Age=${seconds}; Secure; HttpOnly; SameSite=Lax`
}

/** The session of the path; null without an authentic cookie for it. Whether it is still valid is checked when it is used. */
export const sessionOf = <Kind extends Session['kind']>(
  keyring: Keyring,
  kind: Kind,
  { params, headers }: PageRequest,
): Extract<Session, { kind: Kind }> | null =>
  readSession(keyring, kind, `${prefixes[kind]}/${params['inbox']}`, cookiesIn(headers)) as Extract<
    Session,
    { kind: Kind }
  > | null

const prefixes: Record<Session['kind'], string> = { mailbox: '/inbox', order: '/i' }

const cookiesIn = ({ cookie = '' }: IncomingHttpHeaders): string[] =>
  cookie
    .split('; ')
    .filter((pair) => pair.startsWith(`${cookieName}=`))
    .map((pair) => pair.slice(cookieName.length + 1))
