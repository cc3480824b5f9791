import { createContext } from '../../src/context.ts'
import { inboxPages } from '../../src/http/inbox-pages.ts'
import type { Service } from '../support/service-process.ts'
import type { PagePlace } from './generate-page.ts'

/** The table of the inbox names its pages; the others are these. */
export function pagePlaces({ config, db }: Service): PagePlace[] {
  const unused = {} as never
  const inbox = inboxPages(createContext(db, unused, unused, config))
  const others = [
    '/livez',
    '/readyz',
    '/docs',
    '/api/v1/openapi.json',
    '/',
    '/favicon.ico',
    '/api/v1/',
    '/operator/v1/x',
  ]
  return [...inbox, ...inbox, ...others.map((path) => ({ method: 'GET', path }))]
}
