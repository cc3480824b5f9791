import type { Example } from './example.ts'
import { dashboardKeyId, warehouseKeyId } from './shop.ts'

const warehouse = {
  id: warehouseKeyId,
  name: 'Warehouse',
  masked: 'td_live_****9Zb2',
  created: '2026-11-10T14:22:51.900Z',
  minted_by: dashboardKeyId,
  scopes: ['messages:write', 'messages:read'],
  expires_at: null,
  last_used_at: null,
}
const dashboard = {
  id: dashboardKeyId,
  name: 'API key',
  masked: 'td_live_****o6pc',
  created: '2026-11-02T10:00:04.310Z',
  minted_by: null,
  scopes: null,
  expires_at: null,
  last_used_at: '2026-11-14T16:00:00.000Z',
}

export const keyExamples: Record<string, Example> = {
  listKeys: {
    response: { items: [warehouse, dashboard] },
    prints: ['items[].id', 'items[].name', 'items[].masked'],
  },
  createKey: {
    body: { name: 'Warehouse', scopes: ['messages:write', 'messages:read'] },
    response: { ...warehouse, key: 'td_live_0aExampleExampleExampleExampleExampleExampleExa9Zb2' },
    prints: ['id', 'key'],
  },
  revokeKey: { params: { key_id: warehouseKeyId }, response: null },
}
