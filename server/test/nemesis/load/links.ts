import { setTimeout as sleep } from 'node:timers/promises'
import type { History } from '../history.ts'
import { canaryWord } from '../people.ts'
import { pick } from '../random.ts'
import type { LoadClient } from './load-client.ts'

/** Links of every age are followed until the end, so the first ones stay in the list. */
const maxLinks = 200
const responseTimeoutMilliseconds = 10_000
const maxAttempts = 50

/** A recipient follows a link of an email or a text that may have been sent long ago, or stores one for later. */
export async function followLink(client: LoadClient): Promise<void> {
  if (client.links.length < maxLinks) await storeLinks(client)
  const link = pick(client.links, client.next)
  if (link !== undefined) await visit(client.history, link)
}

/** Links of recipients who will be erased are left out. */
async function storeLinks({ pushed, links, next, deployment: { simulator } }: LoadClient): Promise<void> {
  const one = pick(pushed, next)
  if (one === undefined || one.body.recipient_email.includes(canaryWord)) return
  const items = await simulator.outbox({ message_id: one.id })
  for (const { link, unsubscribe_url: unsubscribeUrl } of items)
    links.push(...[link, unsubscribeUrl].filter((url): url is string => typeof url === 'string'))
}

/** Follows every link until it gets a response that is not an error of the service. */
export async function followAll(history: History, links: string[]): Promise<void> {
  for (const link of links)
    for (let attempt = 0; attempt < maxAttempts && !(await visit(history, link)); attempt++) await sleep(200)
}

/** A GET changes nothing. Returns whether the service responded; a link to an inbox responds with a redirect to it. */
async function visit(history: History, link: string): Promise<boolean> {
  const response = await fetch(link, {
    redirect: 'manual',
    signal: AbortSignal.timeout(responseTimeoutMilliseconds),
  }).catch(() => null)
  await response?.text().catch(() => null)
  const status = response?.status ?? null
  history.record({ kind: 'visit', at: Date.now(), path: new URL(link).pathname, status })
  return status !== null && status < 500
}
