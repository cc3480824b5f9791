import { expect, test } from 'vitest'
import { mapPaid, paidChannels, registry } from '../channels/registry.ts'
import type { StopSource } from '../recipients/consent.decide.ts'
import { type Facts, stoppedOf, usedControls } from './settings.decide.ts'

const none: Facts['stops'] = mapPaid((): StopSource[] => [])
const all = [...paidChannels.map((channel) => registry[channel].control), 'everything'].join(' ')
const fresh: Facts = {
  phone: '+447700900123',
  unsubscribed: false,
  stops: none,
  erasureRequestedRecently: false,
}
const rows: [what: string, facts: Partial<Facts>, used: string, stopped: string][] = [
  ['nothing was stopped', {}, '', ''],
  ['STOP by text', { stops: { ...none, sms: ['text'] } }, '', 'texts'],
  ['STOP by text, twice over', { stops: { ...none, sms: ['text', 'text'] } }, '', 'texts'],
  ['texts stopped in the inbox', { stops: { ...none, sms: ['inbox', 'text'] } }, 'texts', 'texts'],
  ['texts stopped from the dashboard', { stops: { ...none, sms: ['admin'] } }, 'texts', 'texts'],
  ['STOP on WhatsApp', { stops: { ...none, whatsapp: ['text'] } }, 'whatsapp', 'whatsapp'],
  ['no number', { phone: null }, 'number', ''],
  ['everything stopped', { unsubscribed: true, stops: { ...none, sms: ['text'] } }, all, all],
  ['erasure requested', { erasureRequestedRecently: true }, 'erasure', ''],
]
for (const [what, facts, used, stopped] of rows)
  test(`${what}: used: ${used || 'none'}; stopped: ${stopped || 'none'} (2.10)`, () => {
    const given = { ...fresh, ...facts }
    const actual = Object.entries(usedControls(given)).flatMap(([control, isUsed]) => (isUsed ? [control] : []))
    expect([actual.join(' '), stoppedOf(given).join(' ')]).toEqual([used, stopped])
  })
