import { expect, test } from 'vitest'
import { auditActions } from '../../audit/actions.ts'
import { auditQuery, formatAuditFilter, readAuditFilter } from './audit-filter.decide.ts'

const filterOf = (fields: Record<string, string>) => readAuditFilter((name) => fields[name] ?? null, auditActions)

test.each([
  ['nothing', {}, {}],
  ['empty fields', { business: ' ', who: '', action: '', from: '', to: '' }, {}],
  ['a business', { business: ' biz_1 ' }, { business_id: 'biz_1' }],
  ['the name of an operator', { who: 'Grace Hill' }, { operator: 'Grace Hill' }],
  ['the id of an operator', { who: 'opr_1' }, { actor: 'opr_1' }],
  ['the id of a person', { who: 'per_1' }, { actor: 'per_1' }],
  ['an action', { action: 'grantCredits' }, { action: 'grantCredits' }],
  ['an action that does not exist', { action: 'constructor' }, {}],
  [
    'a day, which is included',
    { from: '2026-11-01', to: '2026-11-01' },
    { since: '2026-11-01T00:00:00.000Z', until: '2026-11-02T00:00:00.000Z' },
  ],
  ['a day that does not exist', { from: '2026-02-30' }, {}],
] as const)('%s', (_, fields, query) => {
  expect(auditQuery(filterOf(fields))).toEqual(query)
})

test('a filter is the same after its address is opened', () => {
  const filter = filterOf({ business: 'biz_1', who: 'Ada', action: 'signIn', from: '2026-11-01', to: '2026-11-02' })
  expect(filterOf(formatAuditFilter(filter))).toEqual(filter)
})
