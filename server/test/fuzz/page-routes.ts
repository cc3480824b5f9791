import { createContext } from '../../src/context.ts'
import { dashboardPages } from '../../src/http/dashboard/dashboard-pages.ts'
import { inboxPages } from '../../src/http/inbox-pages.ts'
import { merchantOperations, operatorOperations } from '../../src/http/operations.ts'
import type { Service } from '../harness/measured-service.ts'
import type { PageRoute } from './generate-page.ts'

/** All pages without an API key. The routes of the inbox and the dashboard are drawn twice as often. */
export function pageRoutes({ config, db }: Service): PageRoute[] {
  const unused = {} as never
  const context = createContext(db, unused, unused, unused, config)
  const ofPeople = [...inboxPages(context), ...dashboardPages(context, [...merchantOperations, ...operatorOperations])]
  const others = [
    '/livez',
    '/readyz',
    '/callbacks/installation?challenge=0123456789abcdef0123456789abcdef',
    '/docs',
    '/docs/errors/message.not_found',
    '/docs/search.json',
    '/llms.txt',
    '/api/v1/openapi.json',
    '/',
    '/favicon.ico',
    '/api/v1/',
    '/operator/v1/x',
  ]
  return [...ofPeople, ...ofPeople, ...others.map((path) => ({ method: 'GET', path }))]
}
