import { describe, expect, test } from 'vitest'
import { allPersonRoutes, shopRoutes } from '../../src/http/dashboard/dashboard-pages.ts'
import type { PersonRoute, ShopRoute } from '../../src/http/dashboard/routes.ts'
import { createMember } from '../support/dashboard.ts'
import { addressOf, createDashboardClient } from '../support/dashboard-client.ts'
import { exampleOf, personExampleOf } from '../support/dashboard-examples.ts'
import { createScenes, forReading } from '../support/dashboard-scene.ts'
import { createTestService } from '../support/test-service.ts'

/** Every link of every page of the dashboard leads to a page, also on the page of a shop without messages. */
const service = await createTestService()
const { read } = createDashboardClient(service)
const live = forReading((await createScenes(service, { live: 'okapi', test: 'quokka', name: 'Alder' })).live)
const empty = await service.business({ name: 'New Shop' })
const checked = new Set<string>()

async function brokenLinksOf(path: string, shop: Parameters<typeof createMember>[1]): Promise<string[]> {
  const { text } = await read(await createMember(service, shop, 'owner'), path)
  const links = [...text.matchAll(/<a\s[^>]*href="([^"#]*)(?:#[^"]*)?"/g)].map(([, href]) => href!)
  const unchecked = [...new Set(links)].filter((href) => href !== '' && !checked.has(href))
  const broken: string[] = []
  for (const href of unchecked) {
    checked.add(href)
    // A new person for each, because requests of one person are limited.
    const { status } = await read(await createMember(service, shop, 'owner'), href.replaceAll('&amp;', '&'))
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
      expect(await brokenLinksOf(path, live.shop)).toEqual([])
    })

  for (const route of allPersonRoutes.filter(isPage))
    test(route.name, async () => {
      const member = await createMember(service, live.shop, 'owner')
      const { params } = await personExampleOf(route, service, member)
      expect(await brokenLinksOf(addressOf(route, params), live.shop)).toEqual([])
    })
})

describe('a shop without messages', () => {
  for (const route of shopRoutes.filter((one) => isPage(one) && !one.path.replace('{shop}', '').includes('{')))
    test(route.name, async () => {
      const { path } = await createMember(service, empty, 'owner')
      expect(await brokenLinksOf(route.path.replace('/dashboard/{shop}', path), empty)).toEqual([])
    })
})
