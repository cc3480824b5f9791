import { type ApiResponse, type Shop as Caller, retryUnavailable } from '../support/client.ts'
import type { ShopSetup } from './command-arbitraries.ts'
import { type Channel, type Common, newCommon, newShop, type Shop } from './model.ts'
import type { ModelService } from './model-service.ts'
import type { Behaviour, OwnedNudge } from './nudge-lifecycle.ts'

/** The state of one sequence: two shops in the service and in the model. */
export type Run = {
  service: ModelService
  common: Common
  shops: { model: Shop; business: Caller }[]
  /** Addresses and numbers that no other sequence uses, so that sequences do not affect each other. */
  people: Person[]
  /** All messages of both shops. Commands refer to them by index. */
  known: string[]
  /** The message that was pushed last. */
  pushed: string | null
  freshKeys: number
  calls: number
  /** The scripted provider behaviour by channel and address, and for how many submissions. */
  scripts: Map<string, { behaviour: Behaviour; times: number }>
  /** Nudges that are dispatched and not yet submitted. */
  dispatched: { owned: OwnedNudge; submit: () => Promise<void> }[]
  submitted: Submitted[]
  pushes: number
  reports: number
  /** The cases that occurred, to detect input that is not varied enough. */
  covered: Set<string>
}
type Person = { email: string; phone: string }
/** What a provider received, and whether it accepted it. */
export type Submitted = { owned: OwnedNudge; channel: Channel; to: string; accepted: boolean }

/** Texts are not sent to the country of the last number. */
const peopleOf = (sequence: number): Person[] => [
  { email: `ada.${sequence}@example.com`, phone: `+4477009${10_000 + 2 * sequence}` },
  { email: `bob.${sequence}@example.com`, phone: `+4477009${10_001 + 2 * sequence}` },
  { email: `cy.${sequence}@example.com`, phone: `+1202${2_000_000 + sequence}` },
]

export async function startRun(service: ModelService, setups: ShopSetup[]): Promise<Run> {
  const people = peopleOf(await service.clear())
  const common = newCommon()
  const shops = await Promise.all(
    setups.map(async ({ settings, credits }) => {
      const business = await service.business(settings)
      if (credits > 0) await service.operator('POST', `/businesses/${business.id}/credits`, { amount: credits })
      return { model: newShop(common, settings, credits), business }
    }),
  )
  return {
    service,
    common,
    shops,
    people,
    known: [],
    pushed: null,
    freshKeys: 0,
    calls: 0,
    scripts: new Map(),
    dispatched: [],
    submitted: [],
    pushes: 0,
    reports: 0,
    covered: new Set(),
  }
}

export const send = (run: Run, shop: number, path: string, key: string, body: unknown): Promise<ApiResponse> =>
  retryUnavailable(() =>
    run.shops[shop]!.business.call('POST', path, {
      ...(body === undefined ? {} : { body }),
      headers: { 'Idempotency-Key': key },
    }),
  )

/** The time of the service in milliseconds. */
export const now = ({ common }: Run): number => Date.now() + common.minute * 60_000

/** The UTC day of the service. */
export const dayOf = (run: Run): number => Math.floor(now(run) / 86_400_000)

export const everyNudge = ({ shops }: Run): OwnedNudge[] =>
  shops.flatMap(({ model: shop }) =>
    shop.messages.flatMap((message) => message.nudges.map((nudge) => ({ shop, message, nudge }))),
  )

/** The behaviour for the next submission. Each call uses up one repetition. */
export function nextBehaviour({ scripts }: Run, channel: Channel, to: string): Behaviour {
  const script = scripts.get(`${channel} ${to}`)
  if (script === undefined) return 'accept'
  script.times--
  if (script.times === 0) scripts.delete(`${channel} ${to}`)
  return script.behaviour
}
