import { type PaidChannel, paidChannels } from '../../channels/registry.ts'
import { type Html, html } from '../../html.ts'
import { type ChannelSettings, chosenModes } from '../../operator/owner-settings.decide.ts'
import { actions, card, linkButton, note, pageHead, submitButton } from '../../pages/components.ts'
import { choices, fields, textArea } from '../../pages/fields.ts'
import { channelWords } from '../figures/figure-words.ts'
import { countryName } from './country-names.ts'
import { modeWords } from './mode-words.ts'

export type ChannelProblem = { title: string; text: string }
type EditPage = {
  path: string
  /** What the form shows: the settings, or what was typed. */
  settings: ChannelSettings
  scope: 'all' | 'only'
  typedCountries: string
  problem: ChannelProblem | null
}

/** The form is sent by GET to the page that shows what it would change, so nothing changes before that page. */
export const editChannelsPage = ({ path, settings, scope, typedCountries, problem }: EditPage): Html => html`${pageHead(
  {
    title: 'Change channels',
    lead: 'Nothing changes before the next page, which shows each value before and after, and what it means for scheduled sends.',
    trail: [{ label: 'Channels', href: path }, { label: 'Change' }],
  },
)}
${problem === null ? html`` : note('bad', problem.title, problem.text, true)}
${card({
  body: html`<form action="${path}/review">${fields([
    ...paidChannels.map((channel) => modeField(channel, settings)),
    choices({
      legend: 'Countries of texts and WhatsApp messages',
      name: 'scope',
      value: scope,
      options: [
        { value: 'all', label: 'All', hint: 'Every destination that is not closed.' },
        { value: 'only', label: 'Only these', hint: 'Messages to other countries are skipped as country_not_allowed.' },
      ],
    }),
    textArea({
      label: 'Countries',
      name: 'countries',
      value: typedCountries,
      maxLength: countriesMaxLength,
      hint: 'English names or codes of two letters, separated by commas. It counts with “Only these”.',
    }),
    actions(
      html`${linkButton({ label: 'Cancel', href: path })}${submitButton({ label: 'See what changes', kind: 'primary' })}`,
    ),
  ])}</form>`,
})}`

/** All names fit. */
export const countriesMaxLength = 6_000

const modeField = (channel: PaidChannel, settings: ChannelSettings): Html => {
  const mode = settings[channel]
  const { title } = channelWords[channel]
  if (mode === 'not_enabled') return note('neutral', `${title} are not enabled`, modeWords[mode].meaning(channel))
  return choices({
    legend: title,
    name: channel,
    value: mode,
    options: chosenModes.map((value) => ({
      value,
      label: modeWords[value].label,
      hint: modeWords[value].meaning(channel),
    })),
  })
}

export const listCountries = (countries: string[] | null): string => (countries ?? []).map(countryName).join(', ')
