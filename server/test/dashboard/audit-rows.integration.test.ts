import { afterEach, describe, expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { allPersonRoutes, shopRoutes } from '../../src/http/dashboard/dashboard-pages.ts'
import { parseId } from '../../src/ids.ts'
import type { ApiResponse } from '../support/client.ts'
import { createMember, createSignedInOperator } from '../support/dashboard.ts'
import { addressOf, createDashboardClient, resultOf } from '../support/dashboard-client.ts'
import { exampleOf, personExampleOf, shopFormsWithoutChange } from '../support/dashboard-examples.ts'
import { createScenes, removePeople } from '../support/dashboard-scene.ts'
import { formsWithoutChange, operatorExampleOf, operatorForms } from '../support/operator-examples.ts'
import { createTestService } from '../support/test-service.ts'

/** Every form of the dashboard writes exactly one row of the audit log, which names the person. A new form is tested too. */
const service = await createTestService()
const { db } = service
const { submit } = createDashboardClient(service)
const scenes = await createScenes(service, { live: 'okapi', test: 'quokka', name: 'Alder' })
afterEach(() => removePeople(service, scenes.live.shop))

type Row = { action: string; person_id: string | null; actor_id: string | null; business_id: string | null }
const rowsOfRequest = statement<{ requestId: string }, Row>(
  'test.audit_rows_of_request',
  `select action, person_id, actor_id, business_id from audit_log where request_id = $requestId`,
)
const rowsOf = ({ headers }: ApiResponse): Promise<Row[]> =>
  db.all(rowsOfRequest, { requestId: String(headers['x-request-id']) })

for (const [side, scene] of Object.entries(scenes))
  describe(`on the ${side} side`, () => {
    for (const route of shopRoutes.filter(({ method }) => method === 'POST'))
      test(`${route.name}: ${shopFormsWithoutChange.includes(route.name) ? 'no row' : 'one row, and none when the form is submitted again with its key'}`, async () => {
        const owner = await createMember(service, scenes.live.shop, 'owner')
        const { params, fields } = await exampleOf(route, scene)
        const path = addressOf(route, { ...params, shop: scene.path.slice('/dashboard/'.length) })
        const response = await submit(owner, path, fields)
        expect(resultOf(response)).toBe('served')
        const businessId = route.isOfBothSides === true ? scenes.live.shop.businessId : scene.shop.businessId
        const row = { action: expect.any(String), person_id: owner.personId, actor_id: null, business_id: businessId }
        expect(await rowsOf(response)).toEqual(shopFormsWithoutChange.includes(route.name) ? [] : [row])
        if (fields['once'] !== undefined) expect(await rowsOf(await submit(owner, path, fields))).toEqual([])
      })
  })

/** They change nothing: an email is asked for, and a challenge for a passkey. The tests with an authenticator check the passkey. */
const withoutRow = ['dashboard.confirm.request', 'dashboard.account.passkey_options', 'dashboard.account.add_passkey']
describe('of a person', () => {
  for (const route of allPersonRoutes.filter(({ method }) => method === 'POST'))
    test(`${route.name}: ${withoutRow.includes(route.name) ? 'no row' : 'one row'}`, async () => {
      const member = await createMember(service, scenes.live.shop, 'owner')
      const { params, fields } = await personExampleOf(route, service, member)
      const rows = await rowsOf(await submit(member, addressOf(route, params), fields))
      expect(rows).toEqual(
        withoutRow.includes(route.name) ? [] : [expect.objectContaining({ person_id: member.personId })],
      )
    })
})

describe('of operators', () => {
  for (const route of operatorForms)
    test(`${route.name}: ${formsWithoutChange.includes(route.name) ? 'no row' : 'one row'}`, async () => {
      const admin = await createSignedInOperator(service, scenes.live.shop, 'admin')
      const { params, fields } = await operatorExampleOf(route, service, scenes.live)
      const rows = await rowsOf(await submit(admin, addressOf(route, params), fields))
      const own = expect.objectContaining({ person_id: null, actor_id: parseId('opr', admin.operatorId) })
      expect(rows).toEqual(formsWithoutChange.includes(route.name) ? [] : [own])
    })
})
