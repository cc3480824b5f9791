import { expect, test } from 'vitest'
import { mapPaid, paidChannels, registry } from '../channels/registry.ts'
import type { StopSource } from '../recipients/consent.decide.ts'
import { type Facts, standingOf, stoppedOf } from './settings.decide.ts'

const none: Facts['stops'] = mapPaid((): StopSource[] => [])
const all = [...paidChannels.map((channel) => registry[channel].control), 'everything'].join(' ')
const fresh: Facts = {
  phone: '+447700900123',
  unsubscribed: false,
  stops: none,
  erasureAskedLately: false,
}
const rows: [what: string, facts: Partial<Facts>, standing: string, stopped: string][] = [
  ['nothing was stopped', {}, '', ''],
  ['STOP by text', { stops: { ...none, sms: ['text'] } }, '', 'texts'],
  ['STOP by text, twice over', { stops: { ...none, sms: ['text', 'text'] } }, '', 'texts'],
  ['texts stopped here', { stops: { ...none, sms: ['inbox', 'text'] } }, 'texts', 'texts'],
  ['the number was stopped by the dashboard', { stops: { ...none, sms: ['admin'] } }, 'texts', 'texts'],
  ['STOP on WhatsApp', { stops: { ...none, whatsapp: ['text'] } }, 'whatsapp', 'whatsapp'],
  ['no number', { phone: null }, 'number', ''],
  ['everything stopped', { unsubscribed: true, stops: { ...none, sms: ['text'] } }, all, all],
  ['erasure asked for', { erasureAskedLately: true }, 'erasure', ''],
]
for (const [what, facts, standing, stopped] of rows)
  test(`${what}: not offered again: ${standing || 'nothing'}; stopped: ${stopped || 'nothing'} (2.10)`, () => {
    const given = { ...fresh, ...facts }
    const used = Object.entries(standingOf(given)).flatMap(([control, stands]) => (stands ? [control] : []))
    expect([used.join(' '), stoppedOf(given).join(' ')]).toEqual([standing, stopped])
  })
