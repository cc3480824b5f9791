import type { TestService } from '../support/test-service.ts'

/**
 * What an example needs before it runs. `real` has what replaces the ids and addresses of the example in the request. Setups run
 * concurrently, so each uses a business of its own.
 */
export type Prepared = { token: string; real: Record<string, string> }
export type Setup = (service: TestService) => Promise<Prepared>

/** The text with the ids of the example replaced. */
export const withReal = (text: string, real: Record<string, string>): string =>
  Object.entries(real).reduce((current, [invented, value]) => current.replaceAll(invented, value), text)

/** The text with the ids of the example restored. */
export const withInvented = (text: string, real: Record<string, string>): string =>
  withReal(text, Object.fromEntries(Object.entries(real).map(([invented, value]) => [value, invented])))
