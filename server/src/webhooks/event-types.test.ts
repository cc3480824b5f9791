import { describe, expect, test } from 'vitest'
import { eventProblems } from '../../test/support/event-schemas.ts'
import { parseId } from '../ids.ts'
import { propertiesOf } from '../schema.ts'
import { businessEvent } from './emit.ts'
import { events, eventTypes } from './event-types.ts'

test('the event types are those of the contract (6.3)', () => {
  expect(eventTypes).toEqual([
    'message.delivered',
    'message.opened',
    'message.bounced',
    'message.failed',
    'message.complained',
    'message.not_sent',
    'sms.delivered',
    'sms.failed',
    'sms.rejected',
    'whatsapp.delivered',
    'whatsapp.failed',
    'whatsapp.rejected',
    'whatsapp.read',
    'whatsapp.inbound_message',
    'credits.low_balance',
    'plan.past_due',
    'plan.lapsed',
    'plan.allowance_exceeded',
    'recipient.erasure_requested',
    'api_key.created',
    'api_key.revoked',
    'notice.created',
    'ping',
  ])
})

describe('the data of an event', () => {
  for (const type of eventTypes) {
    const { data, example } = events[type]
    test(`${type}: every field is described and required`, () => {
      for (const field of Object.values(propertiesOf(data))) expect(field['description']).toMatch(/^[A-Za-z].*\.$/)
      expect(new Set(data.required)).toEqual(new Set(Object.keys(propertiesOf(data))))
    })
    test(`${type}: the example fits the schema, and its ids are well-formed`, () => {
      expect(eventProblems(type, example)).toEqual([])
      for (const [name, value] of Object.entries(example))
        if (name.endsWith('_id')) expect(parseId(String(value).split('_')[0] as 'msg', String(value))).not.toBeNull()
    })
  }

  test('a value that is not listed, a missing field and an unknown field are found', () => {
    const { example } = events['sms.failed']
    expect(eventProblems('sms.failed', { ...example, error_code: 'sms.submit_refused' })).toHaveLength(1)
    expect(eventProblems('sms.failed', { ...example, at: undefined })).toHaveLength(1)
    expect(eventProblems('sms.failed', { ...example, number: '+447700900001' })).toHaveLength(1)
    expect(eventProblems('sms.read', example)).toEqual(['sms.read is not in the list of event types'])
  })

  test('an event with other data does not compile', () => {
    // @ts-expect-error -- the threshold is missing
    expect(businessEvent('b', 'credits.low_balance', { balance: 1 }).type).toBe('credits.low_balance')
  })
})

test('a failed message has only codes that stay charged, a rejected one only refunded codes (2.13)', () => {
  const codesOf = (type: 'sms.failed' | 'whatsapp.rejected') => propertiesOf(events[type].data)['error_code']!['enum']
  expect(codesOf('sms.failed')).toEqual(['sms.submit_outcome_unknown', 'sms.carrier_failed', 'sms.no_report'])
  expect(codesOf('whatsapp.rejected')).toEqual(['whatsapp.submit_refused', 'whatsapp.never_submitted'])
})
