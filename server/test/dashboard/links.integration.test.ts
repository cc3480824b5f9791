import { describe, expect, test } from 'vitest'
import { allPersonRoutes, shopRoutes } from '../../src/http/dashboard/dashboard-pages.ts'
import type { PersonRoute, ShopRoute } from '../../src/http/dashboard/routes.ts'
import { type OperatorRole, operatorRoles } from '../../src/operator-role.ts'
import { createMember, createSignedInOperator } from '../support/dashboard.ts'
import { addressOf, createDashboardClient } from '../support/dashboard-client.ts'
import { exampleOf, personExampleOf } from '../support/dashboard-examples.ts'
import { createScenes, forReading } from '../support/dashboard-scene.ts'
import { operatorExampleOf, operatorPages } from '../support/operator-examples.ts'
import { createTestService } from '../support/test-service.ts'

/** Every link of every page of the dashboard leads to a page, also on the page of a shop without messages. */
const service = await createTestService()
const { read } = createDashboardClient(service)
const live = forReading((await createScenes(service, { live: 'okapi', test: 'quokka', name: 'Alder' })).live)
const empty = await service.business({ name: 'New Shop' })
const checked = new Set<string>()

type Arrive = () => Promise<Pick<Awaited<ReturnType<typeof createMember>>, 'cookie' | 'sessionId'>>
/** A new person for each request, because requests of one person are limited. */
const ownerOf =
  (shop: Parameters<typeof createMember>[1]): Arrive =>
  () =>
    createMember(service, shop, 'owner')
/** One operator for as many requests as one person may make at once: the list of operators has a link for each. */
function operatorWith(role: OperatorRole): Arrive {
  let operator: ReturnType<Arrive>
  let requests = 0
  return () => {
    if (requests++ % 50 === 0) operator = createSignedInOperator(service, live.shop, role)
    return operator
  }
}

async function brokenLinksOf(path: string, arrive: Arrive): Promise<string[]> {
  const { text } = await read(await arrive(), path)
  const links = [...text.matchAll(/<a\s[^>]*href="([^"#]*)(?:#[^"]*)?"/g)].map(([, href]) =>
    // A page of the documentation has the public address.
    href!.replaceAll('&amp;', '&').replace(service.config.publicUrl, ''),
  )
  const unchecked = [...new Set(links)].filter((href) => href !== '' && !checked.has(href))
  const broken: string[] = []
  for (const href of unchecked) {
    checked.add(href)
    const { status } = await read(await arrive(), href)
    if (status >= 400) broken.push(`${href}: ${status}`)
  }
  return broken
}

const isPage = ({ method }: ShopRoute | PersonRoute): boolean => method === 'GET'
describe('a shop with messages', () => {
  for (const route of shopRoutes.filter(isPage))
    test(route.name, async () => {
      const { params, query } = await exampleOf(route, live)
      const path = addressOf(route, { ...params, shop: live.path.slice('/dashboard/'.length) }) + query
      expect(await brokenLinksOf(path, ownerOf(live.shop))).toEqual([])
    })

  for (const route of allPersonRoutes.filter(isPage))
    test(route.name, async () => {
      const member = await createMember(service, live.shop, 'owner')
      const { params } = await personExampleOf(route, service, member)
      expect(await brokenLinksOf(addressOf(route, params), ownerOf(live.shop))).toEqual([])
    })
})

describe('a shop without messages', () => {
  for (const route of shopRoutes.filter((one) => isPage(one) && !one.path.replace('{shop}', '').includes('{')))
    test(route.name, async () => {
      const { path } = await createMember(service, empty, 'owner')
      expect(await brokenLinksOf(route.path.replace('/dashboard/{shop}', path), ownerOf(empty))).toEqual([])
    })
})

describe('the service', () => {
  for (const role of operatorRoles)
    for (const route of operatorPages.filter(({ roles }) => role === 'admin' || roles.includes(role)))
      test(`${route.name}, to an operator who is ${role}`, async () => {
        const { params, query } = await operatorExampleOf(route, service, live)
        // A page that one role may open is broken for another.
        checked.clear()
        expect(await brokenLinksOf(addressOf(route, params) + query, operatorWith(role))).toEqual([])
      })
})
