import { expect, test } from 'vitest'
import { sendingBlock } from './sending.decide.ts'

const usual = { active: true, sendingPaused: false, planLapsed: false, serviceIsPaused: false }

test.each([
  [{}, null],
  [{ active: false }, 'deactivated'],
  [{ sendingPaused: true }, 'paused'],
  [{ serviceIsPaused: true }, 'service_paused'],
  [{ planLapsed: true }, 'plan_lapsed'],
  [{ serviceIsPaused: true, planLapsed: true }, 'service_paused'],
  [{ sendingPaused: true, serviceIsPaused: true }, 'paused'],
  [{ active: false, sendingPaused: true, serviceIsPaused: true, planLapsed: true }, 'deactivated'],
] as const)('a shop with %j: %s', (over, block) => {
  expect(sendingBlock({ ...usual, ...over })).toBe(block)
})
