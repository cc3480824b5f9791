import { type Html, html } from '../../html.ts'
import {
  actForm,
  actions,
  card,
  facts,
  field,
  linkButton,
  note,
  pageHead,
  submitButton,
  table,
} from '../../pages/components.ts'
import { choices, fields } from '../../pages/fields.ts'
import { effectsOf, type NamedDestination, type PriceEffect } from './destinations.decide.ts'
import { type FormOutcome, outcomeNotes } from './outcome.ts'
import { pricePath, pricesPath } from './paths.ts'
import { creditsText, openTag } from './prices-page.ts'

type PricePage = FormOutcome & {
  destination: NamedDestination
  isNeverOpen: boolean
  mayChange: boolean
  csrf: string
}
export const pricePage = (page: PricePage): Html => {
  const { destination, isNeverOpen } = page
  return html`${pageHead({ title: destination.name, lead: `Texts to phone numbers of ${destination.name} (${destination.country}).`, trail: trailOf(destination) })}
${outcomeNotes(page)}
${card({
  title: 'Now',
  body: facts([
    { term: 'Texts', detail: openTag(destination, isNeverOpen) },
    { term: 'A text costs', detail: creditsText(destination.credits) },
    { term: 'A WhatsApp message costs', detail: '1 credit, at every destination' },
  ]),
})}
${isNeverOpen ? note('info', 'Texts are not available here', 'The service sends no texts to this destination, and it cannot be opened. Its price has no effect.') : none}
${page.mayChange && !isNeverOpen ? changeCard(page) : none}
${page.mayChange ? none : note('info', 'Only finance and admin change prices', 'Ask one of them to open or close a destination.')}`
}

const changeCard = ({ destination, csrf }: PricePage): Html =>
  card({
    title: 'Change',
    body: actForm({
      action: `${pricePath(destination.country)}/review`,
      csrf,
      from: pricePath(destination.country),
      content: fields([
        field({
          label: 'Credits for a text',
          name: 'credits',
          value: String(destination.credits),
          inputmode: 'numeric',
          hint: 'From 1 to 100.',
          isRequired: true,
        }),
        choices({
          legend: 'Texts to this destination',
          name: 'open',
          value: openValue(destination.open),
          options: [
            {
              value: 'yes',
              label: 'Open',
              hint: 'Each business that may send texts sends them here too, unless its own list leaves it out.',
            },
            { value: 'no', label: 'Closed', hint: 'Texts are skipped as country_not_allowed. Nothing is charged.' },
          ],
        }),
        actions(submitButton({ label: 'See what changes', kind: 'primary' })),
      ]),
    }),
    footer: 'Nothing changes before the next page, which says what it means for texts that are under way.',
  })

type ReviewPage = {
  before: NamedDestination
  /** The values as they were typed, if they are no price. */
  after: { credits: number | string; open: boolean }
  csrf: string
  problem: string | null
}
/** The values before and after, and what the change does to texts. */
export const priceReviewPage = ({ before, after, csrf, problem }: ReviewPage): Html => {
  const own = pricePath(before.country)
  const { credits } = after
  const rows = [
    ...(credits === before.credits
      ? []
      : [
          row(
            'A text costs',
            creditsText(before.credits),
            typeof credits === 'number' ? creditsText(credits) : credits,
          ),
        ]),
    ...(after.open === before.open ? [] : [row('Texts', openWord(before.open), openWord(after.open))]),
  ]
  return html`${pageHead({
    title: rows.length === 0 ? 'Nothing would change' : `Change texts to ${before.name}?`,
    lead: 'For every business, from the next push on.',
    trail: [...trailOf(before, pricePath(before.country)), { label: 'Change' }],
  })}
${outcomeNotes({ result: null, problem })}
${
  rows.length === 0
    ? card({
        body: html`<p>The price and the state are as they were.</p>`,
        footer: html`<a href="${own}">Back to ${before.name}</a>`,
      })
    : html`${table({ caption: 'Values before and after', head: ['Value', 'Before', 'After'], rows })}
${typeof credits === 'number' ? meaningCard(before, { credits, open: after.open }) : none}
${actForm({
  action: `${own}/change`,
  csrf,
  from: own,
  content: html`<input type="hidden" name="credits" value="${credits}"><input type="hidden" name="open" value="${openValue(after.open)}">${actions(
    html`${linkButton({ label: 'Cancel', href: own })}${submitButton({ label: 'Change', kind: 'primary' })}`,
  )}`,
})}
<p class="small soft">The change is recorded in the audit log with your name.</p>`
}`
}

const meaningCard = (before: NamedDestination, after: { credits: number; open: boolean }): Html =>
  card({
    title: 'What it means',
    body: html`<ul class="consequences">${effectsOf(before, after).map((effect) => html`<li>${effectWords[effect]}</li>`)}</ul>`,
  })
const effectWords: Record<PriceEffect, string> = {
  queued_keep_price: 'A text that is queued was charged by its push and keeps its price.',
  scheduled_get_price:
    'A text that is scheduled, or that waits for a message to stay unread, is charged when it is sent: at the new price.',
  balance_may_lack:
    'If the balance of the shop is then too small, the text is skipped as insufficient_credit. Emails and WhatsApp messages are not affected.',
  queued_are_refunded:
    'A text that is queued and was not handed to the provider yet is not sent (country_not_allowed), and its credits are refunded.',
  scheduled_are_skipped:
    'A text that is scheduled is skipped when its time comes, and nothing is charged. Opening the destination before then lets it be sent.',
  texts_are_sent:
    'Each business with texts and without a list of destinations of its own sends them here from the next push on, also those that are scheduled already.',
  skipped_stay_skipped: 'A text that was skipped while the destination was closed is not sent later by itself.',
  price_waits_for_opening: 'The destination stays closed. The price applies when it is opened.',
}

const none: Html = { markup: '' }
const trailOf = ({ name }: NamedDestination, href?: string) => [
  { label: 'Destinations and prices', href: pricesPath },
  { label: name, ...(href !== undefined && { href }) },
]
const openValue = (open: boolean): string => (open ? 'yes' : 'no')
const openWord = (open: boolean): string => (open ? 'Open' : 'Closed')
const row = (name: string, before: string, after: string): Html =>
  html`<tr><th scope="row">${name}</th><td>${before}</td><td><strong>${after}</strong></td></tr>`
