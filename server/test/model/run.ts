import type { Answer, Shop as Caller } from '../support/client.ts'
import type { Opening } from './alphabet.ts'
import type { Behaviour, Sent } from './life.ts'
import { type Channel, type Common, newCommon, newShop, type Shop } from './model.ts'
import type { ModelService } from './model-service.ts'

/** One sequence under way: two shops of the service's, and what the model thinks of them. */
export type Run = {
  world: ModelService
  common: Common
  shops: { model: Shop; service: Caller }[]
  /** Nobody else has these addresses and numbers, so that no sequence meets what another left behind. */
  people: Person[]
  /** Every message made, of either shop, for commands to point at. */
  known: string[]
  /** The message that was pushed last. */
  pushed: string | null
  freshKeys: number
  calls: number
  /** How providers treat what comes next, by channel and address, and for how long. */
  scripts: Map<string, { behaviour: Behaviour; times: number }>
  /** What the worker has in hand, and the submission of each. */
  hand: { sent: Sent; submit: () => Promise<void> }[]
  submitted: Submitted[]
  pushes: number
  reports: number
  /** What came up, so that a model test that tests little is noticed. */
  met: Set<string>
}
type Person = { email: string; phone: string }
/** What a provider saw, and whether it took it. */
export type Submitted = { sent: Sent; channel: Channel; to: string; accepted: boolean }

/** Texts do not go to the last one's country. */
const peopleOf = (sequence: number): Person[] => [
  { email: `ada.${sequence}@example.com`, phone: `+4477009${10_000 + 2 * sequence}` },
  { email: `bob.${sequence}@example.com`, phone: `+4477009${10_001 + 2 * sequence}` },
  { email: `cy.${sequence}@example.com`, phone: `+1202${2_000_000 + sequence}` },
]

export async function begin(world: ModelService, openings: Opening[]): Promise<Run> {
  const people = peopleOf(await world.clear())
  const common = newCommon()
  const shops = await Promise.all(
    openings.map(async ({ settings, credits }) => {
      const service = await world.business(settings)
      if (credits > 0) await world.operator('POST', `/businesses/${service.id}/credits`, { amount: credits })
      return { model: newShop(common, settings, credits), service }
    }),
  )
  return {
    world,
    common,
    shops,
    people,
    known: [],
    pushed: null,
    freshKeys: 0,
    calls: 0,
    scripts: new Map(),
    hand: [],
    submitted: [],
    pushes: 0,
    reports: 0,
    met: new Set(),
  }
}

export const send = (run: Run, shop: number, path: string, key: string, body: unknown): Promise<Answer> =>
  run.shops[shop]!.service.call('POST', path, {
    ...(body === undefined ? {} : { body }),
    headers: { 'Idempotency-Key': key },
  })

/** The service's time, in milliseconds. */
export const now = ({ common }: Run): number => Date.now() + common.minute * 60_000

/** The UTC day of the service. */
export const dayOf = (run: Run): number => Math.floor(now(run) / 86_400_000)

/** Every nudge of the run. */
export const everySend = ({ shops }: Run): Sent[] =>
  shops.flatMap(({ model: shop }) =>
    shop.messages.flatMap((message) => message.nudges.map((nudge) => ({ shop, message, nudge }))),
  )

/** How the provider treats what is submitted now. Asking counts. */
export function nextBehaviour({ scripts }: Run, channel: Channel, to: string): Behaviour {
  const script = scripts.get(`${channel} ${to}`)
  if (script === undefined) return 'accept'
  script.times--
  if (script.times === 0) scripts.delete(`${channel} ${to}`)
  return script.behaviour
}
