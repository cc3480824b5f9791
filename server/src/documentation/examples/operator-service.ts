import type { Example } from './example.ts'
import { businessId, leakedKeyId, openedAt, operatorId } from './operator-installation.ts'
import { customer, endpointId, endpointUrl } from './shop.ts'

const sendingOn = {
  sending: 'on',
  reason: null,
  note: null,
  paused_since: null,
  last_seen_at: '2026-11-17T06:20:58.410Z',
  due_nudges: 0,
  due_nudges_truncated: false,
  oldest_due_at: null,
}
const syncedTemplate = {
  action: 'created',
  state: 'approved',
  platform_status: 'APPROVED',
  category: 'UTILITY',
  problem: null,
}
const grace = {
  id: operatorId,
  name: 'Grace',
  role: 'support',
  email: 'grace@tidings.example',
  created_at: openedAt,
  revoked_at: null,
}
const tim = {
  id: 'opr_01M6AZX2T8EV5C7K0B9S4M1NQH',
  name: 'Tim',
  role: 'finance',
  email: null,
  created_at: '2026-11-01T08:12:09.733Z',
  revoked_at: null,
}

/** Examples of operations on what all businesses share, and on notices. */
export const operatorServiceExamples: Record<string, Example> = {
  listTemplates: {
    response: {
      items: [
        { order_status: 'cancelled', state: 'in_review' },
        { order_status: 'confirmed', state: 'approved' },
        { order_status: 'delayed', state: 'paused' },
        { order_status: 'delivered', state: 'approved' },
        { order_status: 'ready_for_pickup', state: 'approved' },
        { order_status: 'refunded', state: 'rejected' },
        { order_status: 'shipped', state: 'approved' },
      ],
    },
    prints: ['items[].order_status', 'items[].state'],
  },
  changeTemplate: {
    params: { order_status: 'shipped' },
    body: { state: 'approved' },
    response: { state: 'approved' },
  },
  syncTemplates: {
    response: {
      items: [
        { ...syncedTemplate, order_status: 'confirmed', name: 'order_confirmed' },
        { ...syncedTemplate, order_status: 'shipped', name: 'order_shipped' },
        { ...syncedTemplate, order_status: 'ready_for_pickup', name: 'order_ready_for_pickup' },
        { ...syncedTemplate, order_status: 'delivered', name: 'order_delivered' },
        { ...syncedTemplate, order_status: 'cancelled', name: 'order_cancelled' },
        { ...syncedTemplate, order_status: 'refunded', name: 'order_refunded' },
        { ...syncedTemplate, order_status: 'delayed', name: 'order_delayed' },
      ],
    },
    prints: ['items[].name', 'items[].state'],
  },
  listSmsPrices: {
    query: { open: 'false', limit: '3' },
    response: {
      items: [
        { country: 'AC', credits: 1, open: false },
        { country: 'AF', credits: 1, open: false },
        { country: 'AO', credits: 1, open: false },
      ],
      next_cursor: 'AO',
    },
    prints: ['items[].country', 'items[].credits'],
  },
  readSmsPrice: { params: { country: 'GB' }, response: { country: 'GB', credits: 1, open: true } },
  changeSmsPrice: {
    params: { country: 'KE' },
    body: { credits: 3, open: true },
    response: { country: 'KE', credits: 3, open: true },
  },
  enableEndpointFromDashboard: {
    params: { business_id: businessId, public_id: endpointId },
    response: {
      id: endpointId,
      url: endpointUrl,
      event_types: ['message.delivered', 'message.bounced'],
      description: 'Order status page',
      secret: 'whsec_****MDE=',
      disabled: false,
      consecutive_failures: 0,
      last_success_at: null,
      last_error: null,
      created_at: '2026-11-03T11:30:00.250Z',
    },
    prints: ['url', 'disabled'],
  },
  listNotices: {
    query: { business_id: businessId },
    response: {
      items: [
        {
          id: 'ntc_01M7FA3S84E6QZ2T5W8N1K4C7B',
          business_id: businessId,
          kind: 'api_key_created',
          detail: {
            key_id: leakedKeyId,
            name: 'Till',
            masked: 'td_live_****Nd2R',
            by_key_id: null,
            by_masked: null,
            is_last_of_hour: false,
          },
          at: '2026-11-15T10:02:45.124Z',
        },
        {
          id: 'ntc_01M7DB6EYAF0R3J8H5V2X9D6MK',
          business_id: businessId,
          kind: 'quota_nearly_reached',
          detail: { quota: 'messages_per_day', used: 8, limit: 10 },
          at: '2026-11-14T15:35:42.538Z',
        },
      ],
      next_cursor: null,
    },
    prints: ['items[].kind', 'items[].at'],
  },
  readSending: { response: sendingOn, prints: ['sending', 'due_nudges'] },
  holdSending: {
    body: { note: 'The SMS provider refuses every text' },
    response: {
      ...sendingOn,
      sending: 'paused',
      reason: 'operator',
      note: 'The SMS provider refuses every text',
      paused_since: '2026-11-17T06:20:58.410Z',
    },
    prints: ['sending', 'reason'],
  },
  releaseSending: {
    body: { due_work: 'abandon' },
    response: { ...sendingOn, abandoned: 0 },
    prints: ['sending', 'abandoned'],
  },
  createOperator: {
    body: { name: 'Grace', role: 'support', email: 'grace@tidings.example' },
    response: { ...grace, token: 'td_operator_ExampleExampleExampleExampleExampleExampleExample' },
    prints: ['id', 'token'],
  },
  listOperators: {
    response: { items: [grace, tim] },
    prints: ['items[].id', 'items[].name', 'items[].role'],
  },
  changeOperator: {
    params: { operator_id: operatorId },
    body: { role: 'finance' },
    response: { ...grace, role: 'finance' },
    prints: ['name', 'role'],
  },
  revokeOperator: { params: { operator_id: operatorId }, response: null },
  listAudit: {
    query: { business_id: businessId, operator: 'Grace' },
    response: {
      items: [
        {
          id: 'aud_01M7GTV0N3ESY6C9Z2P5R8K1TW',
          at: '2026-11-16T00:15:27.203Z',
          actor_kind: 'operator',
          operator_id: operatorId,
          person_id: null,
          operator_name: 'Grace',
          role: 'support',
          action: 'stopRecipient',
          request_id: 'req_01M7GTV0MTFJ4B7E0X3Q6N9D2H',
          business_id: businessId,
          target: null,
          before: null,
          after: { stopped: 'sms' },
          personal: { email: customer },
        },
      ],
      next_cursor: null,
    },
    prints: ['items[].at', 'items[].operator_name', 'items[].action'],
  },
  advanceClock: { body: { seconds: 3_600 }, response: { now: '2026-11-14T23:41:00.000Z' } },
}
