import { type Html, html } from '../../html.ts'
import { emptyState, pageHead, tag } from '../../pages/components.ts'
import { dataTable, filterChips, rowTitle, searchForm, toolbar } from '../../pages/lists.ts'
import { type DestinationFilter, destinationFilters, type NamedDestination } from './destinations.decide.ts'
import { pricePath, pricesPath } from './paths.ts'

const filterLabels: Record<DestinationFilter, string> = {
  all: 'All',
  open: 'Open',
  closed: 'Closed',
  dearer: 'More than 1 credit',
}
export const readDestinationFilter = (text: string | null): DestinationFilter =>
  destinationFilters.find((one) => one === text) ?? 'all'

type PricesPage = {
  filter: DestinationFilter
  query: string
  destinations: NamedDestination[]
  isNeverOpen: (country: string) => boolean
}
export const pricesPage = ({ filter, query, destinations, isNeverOpen }: PricesPage): Html => html`${pageHead({
  title: 'Destinations and prices',
  lead: 'Where texts may be sent, for every business, and what one costs. A business can narrow this with its own list. A WhatsApp message costs 1 credit everywhere, and no destination is closed to it here.',
})}
${toolbar(
  searchForm({
    action: pricesPath,
    name: 'q',
    value: query,
    label: 'Search by country',
    placeholder: 'A part of a name, or a code such as KE',
    keep: filter === 'all' ? [] : [{ name: 'show', value: filter }],
    clearHref: addressOf(filter, ''),
  }),
  [
    filterChips(
      'Texts',
      destinationFilters.map((one) => ({
        label: filterLabels[one],
        href: addressOf(one, query),
        isCurrent: one === filter,
      })),
    ),
  ],
)}
${
  destinations.length === 0
    ? emptyState({
        icon: 'search',
        title: 'No destination was found',
        text: 'Search for a part of its English name or for its code of two letters, or show all destinations.',
      })
    : dataTable({
        caption: 'Destinations, by name',
        columns: [
          { name: 'Destination', kind: 'title' },
          { name: 'Code', kind: 'labelled', width: 'narrow' },
          { name: 'A text costs', kind: 'labelled' },
          { name: 'Texts', kind: 'end', width: 'narrow' },
        ],
        rows: destinations.map((one) => ({
          cells: [
            rowTitle({ href: pricePath(one.country), title: one.name }),
            one.country,
            creditsText(one.credits),
            openTag(one, isNeverOpen(one.country)),
          ],
        })),
      })
}`

const addressOf = (filter: DestinationFilter, query: string): string => {
  const values = new URLSearchParams({ ...(filter !== 'all' && { show: filter }), ...(query !== '' && { q: query }) })
  return values.size === 0 ? pricesPath : `${pricesPath}?${values.toString()}`
}

export const creditsText = (credits: number): string => (credits === 1 ? '1 credit' : `${credits} credits`)

export function openTag({ open }: { open: boolean }, isNeverOpen: boolean): Html {
  if (isNeverOpen) return tag('neutral', 'Not available')
  return open ? tag('good', 'Open') : tag('warn', 'Closed')
}
