import { expect, test } from 'vitest'
import { missingTemplates, stateOfStatus, syncedTemplates } from './template-sync.decide.ts'

const wanted = [{ orderStatus: 'shipped' as const, definition: { name: 'order_shipped', language: 'en' } }]
const listed = (status: string, language = 'en') => [{ name: 'order_shipped', language, status, category: 'UTILITY' }]
const stored = [{ order_status: 'shipped' as const, state: 'in_review' as const }]
const synced = { order_status: 'shipped', name: 'order_shipped', platform_status: null, category: null, problem: null }

for (const [status, state] of [
  ['APPROVED', 'approved'],
  ['PENDING', 'in_review'],
  ['IN_APPEAL', 'in_review'],
  ['PAUSED', 'paused'],
  ['REJECTED', 'rejected'],
  ['DISABLED', 'rejected'],
  ['PENDING_DELETION', 'rejected'],
  ['A_NEW_STATUS', 'in_review'],
  ['constructor', 'in_review'],
] as const)
  test(`the status ${status} is recorded as ${state}`, () => expect(stateOfStatus(status)).toBe(state))

for (const [what, given, count] of [
  ['no template', [], 1],
  ['a rejected template', listed('REJECTED'), 0],
  ['a template in another language', listed('APPROVED', 'de'), 1],
] as const)
  test(`of ${what}, ${count} is created`, () => expect(missingTemplates(wanted, [...given])).toHaveLength(count))

const problem = 'Content in this language was deleted'
for (const [what, given, creations, expected] of [
  [
    'the same state',
    listed('PENDING'),
    [],
    { action: 'unchanged', state: 'in_review', platform_status: 'PENDING', category: 'UTILITY' },
  ],
  [
    'another state',
    listed('APPROVED'),
    [],
    { action: 'state_changed', state: 'approved', platform_status: 'APPROVED', category: 'UTILITY' },
  ],
  [
    'a created template',
    listed('APPROVED'),
    [{ name: 'order_shipped', problem: null }],
    { action: 'created', state: 'approved', platform_status: 'APPROVED', category: 'UTILITY' },
  ],
  [
    'a created template that is not listed yet',
    [],
    [{ name: 'order_shipped', problem: null }],
    { action: 'created', state: 'in_review' },
  ],
  ['a refused template', [], [{ name: 'order_shipped', problem }], { action: 'failed', state: 'in_review', problem }],
] as const)
  test(`${what} is reported as ${expected.action}`, () => {
    expect(syncedTemplates(wanted, [...given], [...creations], stored)).toEqual([{ ...synced, ...expected }])
  })
