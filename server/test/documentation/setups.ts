import type { Operation } from '../../src/operation.ts'
import { merchantSetups } from './merchant-setups.ts'
import { operatorSetups } from './operator-setups.ts'
import type { Setup } from './prepared.ts'

const setups: Record<string, Setup> = { ...merchantSetups, ...operatorSetups }

export function setupOf({ name }: Operation): Setup {
  const setup = setups[name]
  if (setup === undefined) throw new Error(`the example of ${name} needs a setup`)
  return setup
}
