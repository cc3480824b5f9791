import { expect, test } from 'vitest'
import type { FigureRow } from '../evidence.ts'
import { businessId, message, nudge, text, verdict } from './checker.support.ts'
import { checkFigures } from './figures.ts'

const figure = (over: Partial<FigureRow>): FigureRow => ({
  business_id: businessId,
  subject: 'nudge',
  channel: 'email',
  state: 'delivered',
  reason: '',
  mark: '',
  count: 1,
  ...over,
})
const ofMessage = figure({ subject: 'message', channel: '', state: 'unopened' })
const rows = { messages: [message()], nudges: [nudge()], ledger: [] }

for (const { what, found = [], figures, unadded = 0, more = {} } of [
  { what: 'each row is counted', figures: [figure({}), ofMessage] },
  { what: 'a delivery in two periods', figures: [figure({ count: 3 }), figure({ count: -2 }), ofMessage] },
  { what: 'a nudge is not counted', figures: [ofMessage], found: ['nudge email delivered: 0 in the figures, 1 rows'] },
  {
    what: 'a nudge is still counted as pending',
    figures: [figure({ state: 'pending' }), ofMessage],
    found: ['nudge email delivered: 0 in the figures, 1 rows', 'nudge email pending: 1 in the figures, 0 rows'],
  },
  {
    what: 'an open is not counted',
    figures: [figure({}), ofMessage],
    more: { messages: [message({ opened: true })] },
    found: ['message opened: 0 in the figures, 1 rows', 'message unopened: 1 in the figures, 0 rows'],
  },
  {
    what: 'a skip with its reason',
    figures: [ofMessage, figure({ channel: 'sms', state: 'skipped', reason: 'no_phone' })],
    more: { nudges: [text({ state: 'skipped', skipped_reason: 'no_phone' })] },
  },
  {
    what: 'an escalation that was not needed',
    figures: [ofMessage, figure({ channel: 'sms', state: 'cancelled', mark: 'opened_in_time' })],
    more: { nudges: [text({ state: 'cancelled', opened_in_time: true })] },
  },
  {
    what: 'a charge is not counted',
    figures: [figure({}), ofMessage],
    more: { ledger: [{ business_id: businessId, send_id: null, kind: 'charge', delta: -1 }] },
    found: ['ledger charge: 0 in the figures, 1 rows'],
  },
  {
    what: 'changes are left',
    figures: [figure({}), ofMessage],
    unadded: 2,
    found: ['2 changes were not added to the figures'],
  },
])
  test(`I17 ${verdict(found.length > 0)}: ${what}`, () => {
    const violations = checkFigures({ figures, unadded }, { ...rows, ...more })
    expect(violations.map((one) => one.found.replace(`${businessId} `, '')).toSorted()).toEqual(found)
  })
