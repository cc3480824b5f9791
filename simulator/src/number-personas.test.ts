import { expect, test } from 'vitest'
import { numberPersona } from './number-personas.ts'

const delivered = { behaviour: 'accept', reports: ['sent', 'delivered'], reply: null }

for (const [to, sms, whatsapp] of [
  ['+447700900001', delivered, delivered],
  ['+447700900002', { ...delivered, reports: ['failed'] }, { ...delivered, reports: ['failed'] }],
  ['+447700900003', { ...delivered, behaviour: 'refuse' }, { ...delivered, behaviour: 'refuse' }],
  ['+447700900004', { ...delivered, behaviour: 'accept_then_close' }, { ...delivered, behaviour: 'accept_then_close' }],
  ['+447700900005', delivered, { ...delivered, behaviour: 'not_on_whatsapp' }],
  ['+447700900006', delivered, { ...delivered, reports: [] }],
  ['+447700900007', { ...delivered, reply: 'STOP' }, { ...delivered, reply: 'STOP' }],
  ['+447700900123', delivered, delivered],
  ['+447700901003', delivered, delivered],
  ['+15550100003', delivered, delivered],
] as const)
  test(`${to} by SMS ${JSON.stringify(sms)}, by WhatsApp ${JSON.stringify(whatsapp)}`, () => {
    expect([numberPersona('sms', to), numberPersona('whatsapp', to)]).toEqual([sms, whatsapp])
  })
