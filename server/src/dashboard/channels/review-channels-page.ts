import { type PaidChannel, paidChannels } from '../../channels/registry.ts'
import { type Html, html } from '../../html.ts'
import type { ChannelSettings } from '../../operator/owner-settings.decide.ts'
import {
  actForm,
  actions,
  card,
  linkButton,
  note,
  pageHead,
  stack,
  submitButton,
  table,
} from '../../pages/components.ts'
import { channelWords, numberText } from '../figures/figure-words.ts'
import { countriesWords } from './channels-page.ts'
import { modeWords } from './mode-words.ts'
import type { ScheduledEffect } from './scheduled-effect.decide.ts'

type ReviewPage = {
  path: string
  csrf: string
  before: ChannelSettings
  after: ChannelSettings
  changes: Partial<ChannelSettings>
  effects: ScheduledEffect[]
}

/** What would change, before it is done. */
export const reviewChannelsPage = (page: ReviewPage): Html => {
  const { path, changes } = page
  const isNothing = Object.keys(changes).length === 0
  return html`${pageHead({
    title: isNothing ? 'Nothing would change' : 'Change the channels?',
    trail: [{ label: 'Channels', href: path }, { label: 'Change', href: `${path}/edit` }, { label: 'Review' }],
  })}
${
  isNothing
    ? card({
        body: html`<p>Every value is as it was.</p>`,
        footer: html`<a href="${path}/edit">Choose other values</a>`,
      })
    : html`${changeTable(page)}
<h2>Sends that are scheduled already</h2>
${stack(scheduledNotes(page), 'tight')}
${changeForm(page)}`
}`
}

const changeTable = ({ before, after, changes }: ReviewPage): Html =>
  table({
    caption: 'Values before and after',
    head: ['Setting', 'Before', 'After', 'What it means'],
    rows: [
      ...paidChannels
        .filter((channel) => channel in changes)
        .map(
          (channel) =>
            html`<tr><th scope="row">${channelWords[channel].title}</th><td>${modeWords[before[channel]].label}</td><td><strong>${modeWords[after[channel]].label}</strong></td><td class="small soft">${modeWords[after[channel]].meaning(channel)}</td></tr>`,
        ),
      ...('countries' in changes
        ? [
            html`<tr><th scope="row">Countries</th><td>${countriesWords(before.countries)}</td><td><strong>${countriesWords(after.countries)}</strong></td><td class="small soft">Where texts and WhatsApp messages are sent.</td></tr>`,
          ]
        : []),
    ],
  })

const changeForm = ({ path, csrf, after }: ReviewPage): Html =>
  actForm({
    action: `${path}/change`,
    csrf,
    from: `${path}/edit`,
    content: html`${paidChannels.map((channel) => html`<input type="hidden" name="${channel}" value="${after[channel]}">`)}<input type="hidden" name="scope" value="${after.countries === null ? 'all' : 'only'}"><input type="hidden" name="countries" value="${(after.countries ?? []).join(', ')}">${actions(
      html`${linkButton({ label: 'Cancel', href: path })}${submitButton({ label: 'Change', kind: 'primary' })}`,
    )}<p class="small soft">The change is recorded in the audit log with your name.</p>`,
  })

const scheduledNotes = ({ effects, changes }: ReviewPage): Html[] =>
  effects.filter(({ channel }) => channel in changes || 'countries' in changes).map(effectNote)

function effectNote(effect: ScheduledEffect): Html {
  const { channel, total, stopped, resumed, isMore } = effect
  if (total === 0) return note('neutral', `No ${channelWords[channel].many} are scheduled`)
  const all = `${countOf(effect, total)} ${total === 1 ? 'is' : 'are'} scheduled, or sent only if the message is still unread.`
  const others = total > stopped + resumed || isMore ? ['Nothing changes for the others.'] : []
  if (stopped === 0 && resumed === 0)
    return note('neutral', `Nothing changes for scheduled ${channelWords[channel].many}`, all)
  return note(stopped > 0 ? 'warn' : 'info', titleOf(effect), [
    all,
    ...(stopped > 0 ? [stopWords(effect)] : []),
    ...(resumed > 0 && stopped > 0 ? [`${countOf(effect, resumed)} that would have been skipped will be sent.`] : []),
    ...(resumed > 0 ? ['What is sent costs credits.'] : []),
    ...others,
  ])
}
const titleOf = (effect: ScheduledEffect): string =>
  effect.stopped > 0
    ? `${countOf(effect, effect.stopped)} will not be sent`
    : `${countOf(effect, effect.resumed)} that would have been skipped will be sent`

/** `whatsapp_disabled` of a queued message rejects it, and then the fallback text is due. */
function stopWords({ channel, stoppedBy }: ScheduledEffect): string {
  const code = stoppedBy === 'mode' ? `${channel}_disabled` : 'country_not_allowed'
  return `Each ends as ${code} at its time, and costs nothing. ${switchBack(channel)}`
}
const switchBack = (channel: PaidChannel): string =>
  channel === 'whatsapp'
    ? 'A push with sms_if_whatsapp_fails may send its fallback text. If you change it back before that time, the message is sent.'
    : 'If you change it back before that time, the text is sent.'

/** A part of a count that was ended at its limit is a lower bound. */
function countOf({ channel, total, isMore }: ScheduledEffect, count: number): string {
  const { one, many } = channelWords[channel]
  if (!isMore) return count === 1 ? `1 ${one}` : `${numberText(count)} ${many}`
  return `${count === total ? 'More than' : 'At least'} ${numberText(count)} ${many}`
}
