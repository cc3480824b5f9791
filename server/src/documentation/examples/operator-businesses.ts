import type { Example } from './example.ts'
import {
  businessId,
  businessName,
  contact,
  grantedAt,
  leakedKeyId,
  openedAt,
  testBusinessId,
} from './operator-installation.ts'
import { dashboardKeyId } from './shop.ts'

const opened = {
  id: businessId,
  mode: 'live',
  test_business_id: testBusinessId,
  live_business_id: null,
  name: businessName,
  country: 'GB',
  contact_email: contact,
  sender_name: null,
  brand_colour: null,
  customer_contact: null,
  reply_to: null,
  language: 'en',
  active: true,
  sending_paused: false,
  plan: 'active',
  sms: 'not_enabled',
  whatsapp: 'not_enabled',
  countries: null,
  email_daily_cap: 10_000,
  sms_warmup_cap: 100,
  email_allowance: null,
  low_balance_threshold: 50,
  rate_limit_per_second: 200,
  sms_per_number_per_hour: 60,
  sms_per_number_per_day: 240,
  sms_credits_per_day: 5_000,
  sms_per_prefix_per_hour: 200,
  messages_per_day: 1_000_000,
  stored_messages: 10_000_000,
  message_retention_days: null,
  has_logo: false,
  created_at: openedAt,
}
const withTexts = { ...opened, sms: 'on' }
const till = {
  id: leakedKeyId,
  name: 'Till',
  masked: 'td_live_****Nd2R',
  created: '2026-11-15T10:02:45.120Z',
  minted_by: null,
  scopes: null,
  expires_at: null,
  last_used_at: null,
}
const listed = { detached: false, active: true, revoked_at: null }
const params = { business_id: businessId }

export const operatorBusinessExamples: Record<string, Example> = {
  createBusiness: {
    body: { name: businessName, country: 'GB', contact_email: contact },
    response: {
      ...opened,
      api_key: 'td_live_0aExampleExampleExampleExampleExampleExampleExao6pc',
      test_api_key: 'td_test_0aExampleExampleExampleExampleExampleExampleExa8Kx1',
    },
    prints: ['id', 'api_key', 'test_api_key'],
  },
  listBusinesses: {
    query: { query: businessName },
    response: { items: [withTexts], next_cursor: null },
    prints: ['items[].id', 'items[].name', 'items[].plan'],
  },
  readBusiness: { params, response: withTexts, prints: ['name', 'plan', 'sms'] },
  changeBusiness: {
    params,
    body: { sms: 'on', countries: ['GB', 'IE'], messages_per_day: 50_000 },
    response: { ...withTexts, countries: ['GB', 'IE'], messages_per_day: 50_000 },
    prints: ['sms', 'messages_per_day'],
  },
  setLogo: {
    params,
    body: {
      png: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGOQr/L9DwADiAHmHAVyQgAAAABJRU5ErkJggg==',
    },
    response: { ...withTexts, has_logo: true },
    prints: ['has_logo'],
  },
  removeLogo: { params, response: null },
  listBusinessKeys: {
    params,
    query: { active: 'true' },
    response: {
      items: [
        { ...till, ...listed },
        {
          ...till,
          id: dashboardKeyId,
          name: 'API key',
          masked: 'td_live_****o6pc',
          created: openedAt,
          ...listed,
        },
      ],
      next_cursor: null,
    },
    prints: ['items[].id', 'items[].name', 'items[].masked'],
  },
  createDashboardKey: {
    params,
    body: { name: 'Till', scopes: ['messages:write'] },
    response: {
      ...till,
      scopes: ['messages:write'],
      key: 'td_live_0aExampleExampleExampleExampleExampleExampleExaNd2R',
    },
    prints: ['id', 'key'],
  },
  revokeBusinessKey: {
    params: { ...params, key_id: leakedKeyId },
    query: { minted: 'true' },
    response: null,
  },
  grantCredits: {
    params,
    idempotencyKey: 'invoice-2026-0117',
    body: { amount: 500, note: 'Invoice 2026-0117' },
    response: { balance: 500 },
    prints: ['balance'],
  },
  listLedger: {
    params,
    response: {
      items: [
        {
          id: 'led_01M7DCWRJ2EK5ZP9T3V6X8C1WB',
          delta: -1,
          kind: 'charge',
          send_id: '01a1d8ce-623f-7b3b-b581-e9c0c2a4d3ef',
          note: null,
          at: '2026-11-14T16:05:21.087Z',
        },
        {
          id: 'led_01M6DW1Z7JFRX4N0K2Q8B5H3ES',
          delta: 500,
          kind: 'grant',
          send_id: null,
          note: 'Invoice 2026-0117',
          at: grantedAt,
        },
      ],
      next_cursor: null,
    },
    prints: ['items[].kind', 'items[].delta', 'items[].at'],
  },
}
