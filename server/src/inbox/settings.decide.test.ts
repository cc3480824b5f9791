import { expect, test } from 'vitest'
import { type Facts, standingOf, stoppedOf } from './settings.decide.ts'

const fresh: Facts = {
  phone: '+447700900123',
  unsubscribed: false,
  stops: { sms: [], whatsapp: [] },
  erasureAskedLately: false,
}
const rows: [what: string, facts: Partial<Facts>, standing: string, stopped: string][] = [
  ['nothing was stopped', {}, '', ''],
  ['STOP by text', { stops: { sms: ['text'], whatsapp: [] } }, '', 'texts'],
  ['STOP by text, twice over', { stops: { sms: ['text', 'text'], whatsapp: [] } }, '', 'texts'],
  ['texts stopped here', { stops: { sms: ['inbox', 'text'], whatsapp: [] } }, 'texts', 'texts'],
  ['the number was stopped by the dashboard', { stops: { sms: ['admin'], whatsapp: [] } }, 'texts', 'texts'],
  ['STOP on WhatsApp', { stops: { sms: [], whatsapp: ['text'] } }, 'whatsapp', 'whatsapp'],
  ['no number', { phone: null }, 'number', ''],
  [
    'everything stopped',
    { unsubscribed: true, stops: { sms: ['text'], whatsapp: [] } },
    'texts whatsapp everything',
    'texts whatsapp everything',
  ],
  ['erasure asked for', { erasureAskedLately: true }, 'erasure', ''],
]
for (const [what, facts, standing, stopped] of rows)
  test(`2.10 ${what}: not offered again: ${standing || 'nothing'}; stopped: ${stopped || 'nothing'}`, () => {
    const given = { ...fresh, ...facts }
    const used = Object.entries(standingOf(given)).flatMap(([control, stands]) => (stands ? [control] : []))
    expect([used.join(' '), stoppedOf(given).join(' ')]).toEqual([standing, stopped])
  })
