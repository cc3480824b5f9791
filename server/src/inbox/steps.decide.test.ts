import { expect, test } from 'vitest'
import type { OrderStatus } from '../order-status.ts'
import { stepsOf } from './steps.decide.ts'

const rows: [statuses: OrderStatus[], line: string][] = [
  [[], ''],
  [['confirmed'], '[confirmed] shipped delivered'],
  [['shipped'], 'confirmed✓ [shipped] delivered'],
  [['confirmed', 'shipped'], 'confirmed✓ [shipped] delivered'],
  [['delivered'], 'confirmed✓ shipped✓ [delivered]'],
  [['ready_for_pickup'], 'confirmed✓ [ready_for_pickup]'],
  [['shipped', 'ready_for_pickup'], 'confirmed✓ shipped✓ [ready_for_pickup]'],
  [['ready_for_pickup', 'delivered'], 'confirmed✓ ready_for_pickup✓ [delivered]'],
  [['delayed'], 'confirmed✓ [delayed] shipped delivered'],
  [['shipped', 'delayed'], 'confirmed✓ shipped✓ [delayed] delivered'],
  [['shipped', 'delayed', 'delayed'], 'confirmed✓ shipped✓ [delayed] delivered'],
  [['delayed', 'shipped'], 'confirmed✓ [shipped] delivered'],
  [['cancelled'], 'confirmed✓ [cancelled]'],
  [['confirmed', 'delayed', 'cancelled', 'refunded'], 'confirmed✓ delayed✓ cancelled✓ [refunded]'],
  [['delivered', 'refunded'], 'confirmed✓ shipped✓ delivered✓ [refunded]'],
  [['cancelled', 'shipped'], 'confirmed✓ [shipped] delivered'],
  [['cancelled', 'delayed', 'cancelled'], 'confirmed✓ delayed✓ [cancelled]'],
  [['delivered', 'shipped'], 'confirmed✓ [shipped] delivered'],
]
for (const [statuses, line] of rows)
  test(`statuses ${statuses.join(', ') || 'none'}: ${line || 'no steps'} (2.1)`, () => {
    const signs = { done: '*✓', current: '[*]', ahead: '*' }
    expect(
      stepsOf(statuses)
        .map(({ status, progress }) => signs[progress].replace('*', status))
        .join(' '),
    ).toBe(line)
  })
