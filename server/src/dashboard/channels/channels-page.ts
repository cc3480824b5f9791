import { orderStatusLabels } from '../../channels/order.ts'
import { paidChannels } from '../../channels/registry.ts'
import type { TemplateState } from '../../channels/whatsapp/template-states.ts'
import { templateDefinitions } from '../../channels/whatsapp/templates.ts'
import { type Html, html } from '../../html.ts'
import type { ChannelSettings } from '../../operator/owner-settings.decide.ts'
import {
  card,
  codeWord,
  emptyState,
  linkButton,
  note,
  pageHead,
  type Tone,
  table,
  tag,
} from '../../pages/components.ts'
import { filterChips, searchForm, toolbar } from '../../pages/lists.ts'
import { channelWords, numberText } from '../figures/figure-words.ts'
import { countryName } from './country-names.ts'
import {
  type Destination,
  type DestinationFilter,
  destinationFilters,
  findDestinations,
  type Reach,
} from './destinations.decide.ts'
import { modeWords } from './mode-words.ts'

type ChannelsPage = {
  path: string
  publicUrl: string
  settings: ChannelSettings
  destinations: Destination[]
  filter: DestinationFilter
  search: string
  /** False: only the first rows are shown. */
  isWhole: boolean
  templates: ReadonlyMap<string, TemplateState>
  mayConfigure: boolean
  isChanged: boolean
}

export const channelsPage = (page: ChannelsPage): Html => html`${pageHead({
  title: 'Channels',
  lead: 'How this shop reaches its customers besides the inbox, where, and at what price.',
  ...(page.mayConfigure && {
    actions: linkButton({ label: 'Change', href: `${page.path}/edit`, kind: 'primary', icon: 'edit' }),
  }),
})}
${page.isChanged ? note('good', 'The channels were changed', 'Every send is checked by the new settings from now on, scheduled ones too.', true) : html``}
${modeTable(page)}
${card({
  title: 'WhatsApp templates',
  id: 'templates',
  body: templateTable(page),
  footer:
    'All shops share the templates, and the operator of the service registers them. {{1}} is the name of the shop, {{2}} the order number.',
})}
${card({ title: 'Destinations', id: 'destinations', body: destinationList(page) })}`

const modeTable = ({ settings }: ChannelsPage): Html =>
  table({
    caption: 'Channels',
    head: ['Channel', 'Mode', 'What it means', 'Costs'],
    rows: [
      html`<tr><th scope="row">${channelWords.email.title}</th><td>${tag('good', 'Always on')}</td><td>An email is sent with every update that notifies the customer.</td><td>Nothing</td></tr>`,
      ...paidChannels.map((channel) => {
        const { label, tone, meaning } = modeWords[settings[channel]]
        return html`<tr><th scope="row">${channelWords[channel].title}</th><td>${tag(tone, label)}</td><td>${meaning(channel)}</td><td>${channel === 'sms' ? 'By destination' : '1 credit'}</td></tr>`
      }),
    ],
  })

const filterWords: Record<DestinationFilter, string> = { reached: 'Reached', closed: 'Not reached', all: 'All' }
export const readDestinationFilter = (text: string | null): DestinationFilter =>
  destinationFilters.find((one) => one === text) ?? 'reached'

const firstRows = 20

function destinationList({ path, settings, destinations, filter, search, isWhole }: ChannelsPage): Html {
  const found = findDestinations(destinations, filter, search)
  const shown = isWhole ? found : found.slice(0, firstRows)
  const queryOf = (one: DestinationFilter, text: string): string =>
    new URLSearchParams({ show: one, ...(text !== '' && { q: text }) }).toString()
  const addressOf = (one: DestinationFilter, text: string): string => `${path}?${queryOf(one, text)}#destinations`
  const wholeAddress = `${path}?${queryOf(filter, search)}&rows=all#destinations`
  return html`<p>${countriesText(settings.countries)} ${settings.countries === null ? '' : 'A message to another country is skipped as country_not_allowed.'}</p>
${toolbar(
  searchForm({
    action: path,
    name: 'q',
    value: search,
    label: 'Search destinations',
    placeholder: 'Country or code',
    keep: [{ name: 'show', value: filter }],
    clearHref: addressOf(filter, ''),
  }),
  [
    filterChips(
      'Show',
      destinationFilters.map((one) => ({
        label: filterWords[one],
        href: addressOf(one, search),
        isCurrent: one === filter,
      })),
    ),
  ],
)}
${
  found.length === 0
    ? emptyState({
        icon: 'search',
        title: 'No destination is found',
        text: 'Search by the English name of a country or its code of two letters, or show all destinations.',
      })
    : html`${table({
        caption: 'Destinations and prices',
        head: ['Country', 'Code', ...paidChannels.map((channel) => channelWords[channel].title)],
        rows: shown.map(
          (destination) =>
            html`<tr><th scope="row">${destination.name}</th><td>${codeWord(destination.code)}</td>${paidChannels.map((channel) => html`<td>${reachText(destination[channel])}</td>`)}</tr>`,
        ),
      })}${
        shown.length === found.length
          ? ''
          : html`<p><a href="${wholeAddress}">Show all ${numberText(found.length)} destinations</a></p>`
      }`
}`
}

const countriesText = (countries: string[] | null): string => {
  if (countries === null) return 'All destinations that are not closed are allowed.'
  if (countries.length === 0) return 'No country is allowed, so no text and no WhatsApp message is sent.'
  return `Allowed are ${listed(countries)}.`
}
/** For a cell of a table. */
export const countriesWords = (countries: string[] | null): string => {
  if (countries === null) return 'All that are not closed'
  return countries.length === 0 ? 'None' : listed(countries)
}
const listed = (countries: string[]): string => new Intl.ListFormat('en').format(countries.map(countryName))

const closedWords: Record<Extract<Reach, { kind: 'closed' }>['by'], string> = {
  shop: 'Not in your countries',
  service: 'Closed by the operator',
  unavailable: 'Not available',
}
const reachText = (reach: Reach): Html | string => {
  if (reach.kind === 'closed') return html`<span class="faint">${closedWords[reach.by]}</span>`
  return reach.credits === 1 ? '1 credit' : `${numberText(reach.credits)} credits`
}

const templateWords: Record<TemplateState, { label: string; tone: Tone; meaning: string }> = {
  approved: { label: 'Approved', tone: 'good', meaning: 'It is sent.' },
  in_review: {
    label: 'In review',
    tone: 'warn',
    meaning: 'WhatsApp has not decided yet. Until then such updates go without a WhatsApp message.',
  },
  paused: { label: 'Paused', tone: 'bad', meaning: 'WhatsApp paused it. Such updates go without a WhatsApp message.' },
  rejected: {
    label: 'Rejected',
    tone: 'bad',
    meaning: 'WhatsApp rejected it. Such updates go without a WhatsApp message.',
  },
}
const templateTable = ({ templates, publicUrl }: ChannelsPage): Html =>
  table({
    caption: 'Templates by order status',
    head: ['Order status', 'State', 'Text', 'What it means'],
    rows: templateDefinitions(publicUrl).map(({ orderStatus, definition }) => {
      const { label, tone, meaning } = templateWords[templates.get(orderStatus) ?? 'in_review']
      return html`<tr><th scope="row">${orderStatusLabels[orderStatus]}</th><td>${tag(tone, label)}</td><td>${definition.components[0].text}</td><td class="small soft">${meaning}</td></tr>`
    }),
  })
