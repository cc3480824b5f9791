import { randomBytes } from 'node:crypto'
import { createMember } from '../../support/dashboard.ts'
import type { Attack, Stage, Target } from '../attack.ts'
import { headOf, keepOpen, repeat, requestOf, send } from '../exchange.ts'
import { fillRecipient } from '../fill.ts'

const [addresses, guesses, mailboxes] = [16, 1000, 2000]
const [storedMessages, bodyCharacters] = [200_000, 300]
const [people, pagesOfPerson, pollMilliseconds] = [50, 4, 5000]
const [largeForms, slowForms] = [100, 200]
/** The limit of a form is 8 KiB. */
const [largeFormBytes, formBytes] = [2 * 1024 * 1024, 8 * 1024]

const formHeaders = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' }
const addressOf = (index: number): string => `127.0.0.${2 + (index % addresses)}`
const token = (): string => randomBytes(32).toString('base64url')

/** The dashboard: unauthenticated callers at its sign-in, and a member who asks for what is expensive. */
export const dashboardAttacks: Attack[] = [
  {
    name: 'sign-in-flood',
    title: `requests for a sign-in link, each for another mailbox, from ${addresses} addresses`,
    start(target) {
      const requests = Array.from({ length: mailboxes }, (_, index) =>
        requestOf('POST', '/dashboard/sign-in', formHeaders, `email=person${index}%40shop.example`),
      )
      repeat(target, requests, { connections: 2 * addresses, pauseMilliseconds: 0, addressOf })
    },
  },
  {
    name: 'sign-in-one-address',
    title: 'requests for a sign-in link to one member, from one address',
    prepare: async (stage) => ({ email: (await signedIn(stage)).email }),
    start(target) {
      const body = `email=${encodeURIComponent(target.email)}`
      repeat(target, [requestOf('POST', '/dashboard/sign-in', formHeaders, body)], {
        connections: 8,
        pauseMilliseconds: 0,
      })
    },
  },
  {
    name: 'session-guesses',
    title: `pages of a shop with guessed sessions, and guessed sign-in links, from ${addresses} addresses`,
    prepare: async (stage) => ({ inboxPath: (await signedIn(stage)).path }),
    start(target) {
      const requests = Array.from({ length: guesses }, () => [
        requestOf('GET', `${target.inboxPath}/messages`, { Cookie: `__Host-dashboard=${token()}` }),
        requestOf('GET', `/dashboard/sign-in/link/${token()}`, { Cookie: `__Host-sign-in=${token()}.Lw` }),
      ]).flat()
      repeat(target, requests, { connections: addresses, pauseMilliseconds: 0, addressOf })
    },
  },
  {
    name: 'member-search',
    title: `the most expensive searches of a member in ${storedMessages} messages, 8 connections`,
    async prepare(stage) {
      const { businessId, sql, scale } = stage
      await fillRecipient(sql, {
        businessId,
        email: 'customer@example.com',
        messages: storedMessages * scale,
        bodyCharacters,
      })
      return session(await signedIn(stage))
    },
    start(target) {
      const paths = [
        // No message has this outcome, so that each request reads all that it may.
        '?outcome=complained',
        '?outcome=not_sent&reason=daily_cap_reached',
        '?q=customer%40example.com&outcome=bounced',
        '?q=0000',
        '/newer?since=2020-01-01T00:00:00.000Z',
      ]
      const requests = paths.map((path) =>
        requestOf('GET', `${target.inboxPath}/messages${path}`, { Cookie: target.session }),
      )
      repeat(target, requests, { connections: 8, pauseMilliseconds: 0 })
    },
  },
  {
    name: 'open-pages',
    title: `${people * pagesOfPerson} open pages of ${people} people that ask for new messages every ${pollMilliseconds / 1000} s`,
    async prepare(stage) {
      const members = await Promise.all(Array.from({ length: people }, () => signedIn(stage)))
      return { inboxPath: members[0]!.path, session: members.map(({ cookie }) => cookie).join(' ') }
    },
    start(target) {
      const cookies = target.session.split(' ')
      const since = new Date(Date.now() - 60_000).toISOString()
      const requests = cookies.map((cookie) =>
        requestOf('GET', `${target.inboxPath}/messages/newer?since=${since}`, { Cookie: cookie }),
      )
      repeat(target, requests, { connections: people * pagesOfPerson, pauseMilliseconds: pollMilliseconds, addressOf })
    },
  },
  {
    name: 'large-forms',
    title: `forms of 2 MiB for the sign-in and for an act of a member, ${largeForms} connections`,
    prepare: async (stage) => session(await signedIn(stage)),
    start(target) {
      const body = Buffer.alloc(largeFormBytes, 'email=')
      const requests = ['/dashboard/sign-in', `${target.inboxPath}/messages/msg_${'0'.repeat(26)}/retract`].map(
        (path) => requestOf('POST', path, { ...formHeaders, Cookie: target.session }, body),
      )
      repeat(target, requests, { connections: largeForms, pauseMilliseconds: 500 })
    },
  },
  {
    name: 'slow-forms',
    title: `${slowForms} forms whose last byte never comes`,
    start(target) {
      const head = headOf('POST', '/dashboard/sign-in', { ...formHeaders, 'Content-Length': String(formBytes) })
      const unfinished = { head, body: Buffer.alloc(formBytes - 1, 'email=') }
      keepOpen(target, slowForms, (socket) => {
        send(socket, unfinished)
        return () => socket.destroy()
      })
    },
  },
]

const signedIn = ({ service, shop, businessId }: Stage) =>
  createMember(service, { businessId, shard: shop.shard }, 'support')

const session = ({ path, cookie }: { path: string; cookie: string }): Partial<Target> => ({
  inboxPath: path,
  session: cookie,
})
