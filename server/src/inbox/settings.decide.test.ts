import { expect, test } from 'vitest'
import { type Facts, standingOf, stoppedOf } from './settings.decide.ts'

const fresh: Facts = {
  phone: '+447700900123',
  unsubscribed: false,
  sms_stops: [],
  whatsapp_stops: [],
  erasure_asked_lately: false,
}
const rows: [what: string, facts: Partial<Facts>, standing: string, stopped: string][] = [
  ['nothing was stopped', {}, '', ''],
  ['STOP by text', { sms_stops: ['text'] }, '', 'texts'],
  ['STOP by text, twice over', { sms_stops: ['text', 'text'] }, '', 'texts'],
  ['texts stopped here', { sms_stops: ['inbox', 'text'] }, 'texts', 'texts'],
  ['the number was stopped by the dashboard', { sms_stops: ['admin'] }, 'texts', 'texts'],
  ['STOP on WhatsApp', { whatsapp_stops: ['text'] }, 'whatsapp', 'whatsapp'],
  ['no number', { phone: null }, 'number', ''],
  [
    'everything stopped',
    { unsubscribed: true, sms_stops: ['text'] },
    'texts whatsapp everything',
    'texts whatsapp everything',
  ],
  ['erasure asked for', { erasure_asked_lately: true }, 'erasure', ''],
]
for (const [what, facts, standing, stopped] of rows)
  test(`2.10 ${what}: not offered again: ${standing || 'nothing'}; stopped: ${stopped || 'nothing'}`, () => {
    const given = { ...fresh, ...facts }
    const used = Object.entries(standingOf(given)).flatMap(([control, stands]) => (stands ? [control] : []))
    expect([used.join(' '), stoppedOf(given).join(' ')]).toEqual([standing, stopped])
  })
