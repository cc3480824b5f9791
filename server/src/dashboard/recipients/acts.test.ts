import { expect, test } from 'vitest'
import { recipientActs } from './acts.ts'

test('clearing a number ends no stop, and consent is found again only with the same number (2.10)', () => {
  const { effects } = recipientActs.find(({ segment }) => segment === 'clear-number')!
  expect(effects).toContain(
    'Stops stay in force, also for another number. WhatsApp consent applies again only if the same number is set again.',
  )
})
