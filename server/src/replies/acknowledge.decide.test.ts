import { describe, expect, test } from 'vitest'
import { type AcknowledgementFacts, refuseAcknowledgement } from './acknowledge.decide.ts'

const now = new Date('2026-11-14T22:41:00Z')
const fine: AcknowledgementFacts = {
  begun: false,
  at: now,
  businessActive: true,
  sendingPaused: false,
  whatsapp: 'on',
  unsubscribed: false,
  stopped: false,
  withdrawn: false,
}

describe('whether a reply is acknowledged', () => {
  for (const [over, reason] of [
    [{}, null],
    [{ whatsapp: 'on_request' }, null],
    [{ at: new Date('2026-11-14T21:41:00Z') }, null],
    [{ begun: true }, 'may_have_sent'],
    [{ at: new Date('2026-11-14T21:40:59Z') }, 'late'],
    [{ businessActive: false }, 'business_inactive'],
    [{ whatsapp: 'not_enabled' }, 'whatsapp_disabled'],
    [{ whatsapp: 'off' }, 'whatsapp_disabled'],
    [{ sendingPaused: true }, 'sending_paused'],
    [{ unsubscribed: true }, 'unsubscribed'],
    [{ stopped: true }, 'stopped'],
    [{ withdrawn: true }, 'withdrawn'],
    [{ begun: true, stopped: true }, 'may_have_sent'],
  ] as const satisfies [Partial<AcknowledgementFacts>, string | null][])
    test(`${JSON.stringify(over)} → ${reason}`, () => {
      expect(refuseAcknowledgement({ ...fine, ...over }, now)).toBe(reason)
    })
})
