import type { Answer, Shop as Caller, Client } from '../support/client.ts'
import type { Opening } from './alphabet.ts'
import { newShop, type Shop } from './model.ts'

/** One sequence under way: two shops of the service's, and what the model thinks of them. */
export type Run = {
  shops: { model: Shop; service: Caller }[]
  operator: Client['operator']
  /** Every message made, of either shop, for commands to point at. */
  known: string[]
  freshKeys: number
  calls: number
  pushes: number
  /** What came up, so that a model test that tests little is noticed. */
  met: Set<string>
}

export async function open(
  { business, operator }: Pick<Client, 'business' | 'operator'>,
  openings: Opening[],
): Promise<Run> {
  const shops = await Promise.all(
    openings.map(async ({ settings, credits }) => {
      const service = await business(settings)
      if (credits > 0) await operator('POST', `/businesses/${service.id}/credits`, { amount: credits })
      return { model: newShop(settings, credits), service }
    }),
  )
  return { shops, operator, known: [], freshKeys: 0, calls: 0, pushes: 0, met: new Set() }
}

export const send = (run: Run, shop: number, path: string, key: string, body: unknown): Promise<Answer> =>
  run.shops[shop]!.service.call('POST', path, {
    ...(body === undefined ? {} : { body }),
    headers: { 'Idempotency-Key': key },
  })
