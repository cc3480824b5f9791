import { type Html, html } from '../../html.ts'
import { actorAllows, type DashboardActor } from '../../member-role.ts'
import type { MessageDetails } from '../../messages/sql.ts'
import {
  actForm,
  address,
  card,
  codeWord,
  columns,
  emptyState,
  facts as factList,
  field,
  linkButton,
  moment,
  note,
  pageHead,
  submitButton,
  tag,
} from '../../pages/components.ts'
import { pager } from '../../pages/lists.ts'
import { maskPhone } from '../../recipients/sms-view.decide.ts'
import { messagesOfRecipient } from '../messages/list-page.ts'
import { listedMessage } from '../messages/listed-message.ts'
import { changeSentence } from './change-words.ts'
import { type ChannelState, describeConsent } from './channel-state.decide.ts'
import type { RecipientFacts } from './load-recipient.ts'
import { recipientPath } from './recipient-path.ts'

/** What was typed into the field of the number, and why it was refused. */
export type NumberProblem = { typed: string; problem: string; holder: { email: string; displayedEmail: string } | null }
type RecipientPage = {
  shop: { path: string }
  actor: DashboardActor
  csrf: string
  facts: RecipientFacts
  messages: MessageDetails[]
  /** The address of the next page of messages. */
  olderPath: string | null
  /** What an act has just done. */
  result: string | null
  number: NumberProblem | null
}

const none: Html = { markup: '' }

export function recipientPage(page: RecipientPage): Html {
  const { shop, actor, facts, result } = page
  const { recipient } = facts
  const path = recipientPath(shop, recipient.email)
  return html`
${pageHead({
  trail: [{ label: 'Recipients', href: `${shop.path}/recipients` }, { label: recipient.displayed_email }],
  title: address(recipient.displayed_email),
  lead: html`${recipient.phone === null ? 'No number' : html`Number <span class="number">${maskPhone(recipient.phone)}</span>`}. First messaged on ${moment(recipient.created_at)}.`,
  ...(actorAllows(actor, 'assist') && {
    actions: linkButton({ label: 'Consent evidence', href: `${path}/consent`, icon: 'shield' }),
  }),
})}
${result === null ? none : note('good', result, undefined, true)}
${
  recipient.erasure_asked_at === null
    ? none
    : note(
        'warn',
        'They asked for their data to be erased',
        html`The request came from their inbox on ${moment(recipient.erasure_asked_at)}. Nothing has been erased yet: the decision is yours.`,
      )
}
${columns([card({ title: 'What they get', id: 'channels', body: channelList(facts) }), card({ title: 'Messages', id: 'messages', body: messageList(page) })], [card({ title: 'Number', id: 'number', body: numberForm(page, path) }), actorAllows(actor, 'assist') ? card({ title: 'Stop', id: 'stop', body: stopActs(facts, path) }) : none, card({ title: 'Changes by people', id: 'changes', body: changeList(facts) }), actorAllows(actor, 'erase') ? card({ title: 'Erase', id: 'erase', body: eraseActs(recipientPath(shop, recipient.id)), isDangerous: true }) : none])}`
}

const channelNames: Record<ChannelState['channel'], string> = { email: 'Email', sms: 'Texts', whatsapp: 'WhatsApp' }

function channelList({ states, consents }: RecipientFacts): Html {
  return html`<ul class="channel-states">${states.map((state) => {
    const consent = state.channel === 'email' ? null : describeConsent(state.channel, consents[state.channel])
    return html`<li><div class="head"><h3>${channelNames[state.channel]}</h3>${tag(state.tone, state.label)}</div><p>${state.sentence} <span class="soft">${state.change}</span>${state.code === null ? none : html` ${codeWord(state.code)}`}</p>${consent === null ? none : html`<p class="soft small"><b>Evidence.</b> ${consent}</p>`}</li>`
  })}</ul>`
}

function numberForm({ actor, csrf, facts, number, shop }: RecipientPage, path: string): Html {
  const { phone, former_numbers: former } = facts.recipient
  const shown = factList([
    {
      term: 'Now',
      detail: phone === null ? 'None' : html`<span class="number">${maskPhone(phone)}</span>`,
    },
    {
      term: 'Before',
      detail: former === 0 ? 'No other number' : former === 1 ? '1 other number' : `${former} other numbers`,
    },
  ])
  if (!actorAllows(actor, 'assist')) return shown
  const holder =
    number?.holder == null
      ? none
      : html`<p class="hint">It belongs to <a href="${recipientPath(shop, number.holder.email)}">${number.holder.displayedEmail}</a>. Find out whose it is, clear it there, and set it here.</p>`
  const content = html`${field({
    label: phone === null ? 'Set a number' : 'Set another number',
    name: 'phone',
    type: 'tel',
    value: number?.typed ?? '',
    hint: 'With the country code, such as +44 7700 900123. Links that were sent before end, and WhatsApp consent for the old number too.',
    isRequired: true,
    ...(number !== null && { error: number.problem }),
  })}${holder}<p class="gap">${submitButton({ label: 'Set the number', kind: 'primary' })}</p>`
  return html`${shown}${actForm({ action: `${path}/number`, csrf, content })}${phone === null ? none : html`<p>${linkButton({ label: 'Clear the number', href: `${path}/clear-number` })}</p>`}`
}

function stopActs({ states }: RecipientFacts, path: string): Html {
  const codeOf = (channel: string) => states.find((state) => state.channel === channel)!.code
  if (codeOf('email') === 'unsubscribed')
    return html`<p class="soft">They stopped everything. There is nothing left to stop.</p>`
  return html`<p class="soft small">If the customer asked you on the telephone or by email.</p><ul class="acts">${[
    'sms',
    'whatsapp',
  ].map((channel) =>
    codeOf(channel) === 'stopped'
      ? none
      : html`<li>${linkButton({ label: channel === 'sms' ? 'Record a stop of texts' : 'Record a stop of WhatsApp', href: `${path}/stop-${channel}` })}</li>`,
  )}<li>${linkButton({ label: 'Unsubscribe from all updates', href: `${path}/unsubscribe` })}</li></ul>`
}

const eraseActs = (path: string): Html =>
  html`<p class="soft small">Neither can be reversed. Make sure that the person who asks owns the address.</p><ul class="acts"><li>${linkButton({ label: 'Erase the WhatsApp history', href: `${path}/erase-whatsapp` })}</li><li>${linkButton({ label: 'Erase everything', kind: 'danger', icon: 'trash', href: `${path}/erase` })}</li></ul>`

const changeList = ({ changes }: RecipientFacts): Html =>
  changes.length === 0
    ? html`<p class="soft">No person has changed anything here. Changes appear with the name of the person who made them.</p>`
    : html`<ol class="changes">${changes.map((change) => html`<li><p>${changeSentence(change)}</p><p class="faint small">${moment(change.at)}</p></li>`)}</ol>`

function messageList({ shop, messages, olderPath }: RecipientPage): Html {
  if (messages.length === 0)
    return emptyState({
      title: 'No messages',
      text: 'They were deleted by the retention of the shop, or this page is past the last one.',
    })
  return html`${messagesOfRecipient(`${shop.path}/messages`, messages.map(listedMessage))}${olderPath === null ? none : pager({ text: 'Newest first', olderHref: olderPath })}`
}
