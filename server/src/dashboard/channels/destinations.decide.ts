/**
 * The destinations of a shop: what a message there costs, or why none is sent. The same rules as for a number, which may be refused
 * for its kind as well.
 */
import { type PaidChannel, paidChannels, registry } from '../../channels/registry.ts'
import { allowsNumber, type PaidCatalogue } from '../../nudges/paid.decide.ts'

export type Reach =
  | { kind: 'reached'; credits: number }
  /** `shop`: not in its countries. `service`: closed by the operator. `unavailable`: closed for everyone. */
  | { kind: 'closed'; by: 'shop' | 'service' | 'unavailable' }
export type Destination = { code: string; name: string } & Record<PaidChannel, Reach>

export const destinationFilters = ['reached', 'closed', 'all'] as const
export type DestinationFilter = (typeof destinationFilters)[number]

type Prices = Pick<PaidCatalogue, 'smsPrices' | 'closedDestinations'>

export function listDestinations(
  named: readonly { code: string; name: string }[],
  countries: string[] | null,
  prices: Prices,
): Destination[] {
  return named.map(({ code, name }) => {
    const reaches = paidChannels.map((channel) => [channel, reachOf(channel, code, countries, prices)] as const)
    return { code, name, ...(Object.fromEntries(reaches) as Record<PaidChannel, Reach>) }
  })
}

function reachOf(channel: PaidChannel, code: string, countries: string[] | null, prices: Prices): Reach {
  const facts = { closedDestinations: prices.closedDestinations, destination: code, numberKind: 'mobile' } as const
  if (allowsNumber(channel, { ...facts, countries })) {
    const credits = registry[channel].price === 'by_destination' ? (prices.smsPrices.get(code) ?? 1) : 1
    return { kind: 'reached', credits }
  }
  if (registry[channel].closedDestinations.includes(code)) return { kind: 'closed', by: 'unavailable' }
  return { kind: 'closed', by: allowsNumber(channel, { ...facts, countries: null }) ? 'shop' : 'service' }
}

/** A destination is reached if one channel reaches it. `text` is a part of the name, or the code. */
export function findDestinations(all: Destination[], filter: DestinationFilter, text: string): Destination[] {
  const wanted = text.trim().toLowerCase()
  return all.filter((destination) => {
    const { code, name } = destination
    const isReached = paidChannels.some((channel) => destination[channel].kind === 'reached')
    if (filter !== 'all' && isReached !== (filter === 'reached')) return false
    return wanted === '' || code.toLowerCase() === wanted || name.toLowerCase().includes(wanted)
  })
}
