import type { Destination } from '../../operator/sms-prices.sql.ts'

export type NamedDestination = Destination & { name: string }

export const destinationFilters = ['all', 'open', 'closed', 'dearer'] as const
export type DestinationFilter = (typeof destinationFilters)[number]
const shows: Record<DestinationFilter, (destination: Destination) => boolean> = {
  all: () => true,
  open: ({ open }) => open,
  closed: ({ open }) => !open,
  dearer: ({ credits }) => credits > 1,
}

/** In the order of their names. `query` is a part of the name, or the code, whose destination is first. */
export function findDestinations(
  destinations: NamedDestination[],
  filter: DestinationFilter,
  query: string,
): NamedDestination[] {
  const text = query.trim().toLowerCase()
  const hasCode = ({ country }: NamedDestination): boolean => country.toLowerCase() === text
  const isFound = (one: NamedDestination): boolean => one.name.toLowerCase().includes(text) || hasCode(one)
  return destinations
    .filter((one) => shows[filter](one) && isFound(one))
    .toSorted((one, other) => Number(hasCode(other)) - Number(hasCode(one)) || one.name.localeCompare(other.name, 'en'))
}

type Terms = Pick<Destination, 'credits' | 'open'>
/** What a change does to texts there, those that are under way included. */
export type PriceEffect =
  | 'queued_keep_price'
  | 'scheduled_get_price'
  | 'balance_may_lack'
  | 'queued_are_refunded'
  | 'scheduled_are_skipped'
  | 'texts_are_sent'
  | 'skipped_stay_skipped'
  | 'price_waits_for_opening'

/** Whether a text that is under way is sent depends on the destination when it is sent; a text that was charged keeps its price. */
export function effectsOf(before: Terms, after: Terms): PriceEffect[] {
  const isDearer = after.credits > before.credits
  if (before.open && !after.open) return ['queued_are_refunded', 'scheduled_are_skipped']
  if (!after.open) return after.credits === before.credits ? [] : ['price_waits_for_opening']
  if (!before.open) return ['texts_are_sent', 'skipped_stay_skipped']
  if (after.credits === before.credits) return []
  return ['queued_keep_price', 'scheduled_get_price', ...(isDearer ? (['balance_may_lack'] as const) : [])]
}
