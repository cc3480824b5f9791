import type { ErasureReport } from '../../erasure/erasure.schema.ts'
import { type Html, html } from '../../html.ts'
import {
  actForm,
  actions,
  confirmation,
  facts,
  field,
  linkButton,
  note,
  pageHead,
  submitButton,
  type Trail,
  table,
} from '../../pages/components.ts'
import type { RecipientAct } from './acts.ts'
import { day } from './channel-state.decide.ts'
import { type ReceiptLine, receiptLines } from './erasure-words.ts'

type Target = { displayedEmail: string; path: string }
/** `once` is the idempotency key of an operation that has one. The others may be repeated: each call is a change of its own. */
type Form = { csrf: string; once?: string }

const trailOf = ({ displayedEmail, path }: Target, label: string): Trail => [
  { label: displayedEmail, href: path },
  { label },
]

/** Asks before an act. `problem` is why the last attempt changed nothing. */
export const confirmActPage = (
  act: RecipientAct,
  target: Target,
  { csrf, once, action, problem }: Form & { action: string; problem: string | null },
): Html => html`${pageHead({ title: act.title, trail: trailOf(target, act.title) })}
${problem === null ? none : note('bad', 'Nothing was changed', problem, true)}
${confirmation({
  tone: act.isDanger ? 'bad' : 'warn',
  icon: act.isDanger ? 'stop' : 'phone',
  title: `${act.title}?`,
  text: html`For ${target.displayedEmail}.`,
  consequences: act.effects,
  form: actForm({
    action,
    csrf,
    ...(once !== undefined && { once }),
    from: action,
    content: actions(
      html`${linkButton({ label: 'Cancel', href: target.path })}${submitButton({ label: act.button, kind: act.isDanger ? 'danger' : 'primary' })}`,
    ),
  }),
})}`

const none: Html = { markup: '' }

const erasureEffects = [
  'Deletes everything about this person: messages, sends, events, replies, number and consent. Waiting sends are cancelled.',
  'Stops, unsubscriptions and bounces stay as digests, so that they are never contacted again against their will. They cannot be read.',
  'What was already sent stays at providers, on the phone of the person, and in the systems that got your webhooks.',
  'This cannot be reversed. The receipt is shown once: print it, or save it with the request.',
]

/** The address must be typed, so that no one erases the wrong person by a habit of clicking. */
export const erasePage = (
  target: Target,
  { csrf, once, action, typed, problem }: Required<Form> & { action: string; typed: string; problem: string | null },
): Html => html`${pageHead({ title: 'Erase everything', trail: trailOf(target, 'Erase everything') })}
${confirmation({
  tone: 'bad',
  icon: 'trash',
  title: 'Erase everything about this person?',
  text: html`About ${target.displayedEmail}.`,
  consequences: erasureEffects,
  form: actForm({
    action,
    csrf,
    once,
    from: action,
    content: html`${field({
      label: `Type ${target.displayedEmail} to confirm`,
      name: 'address',
      value: typed,
      isRequired: true,
      ...(problem !== null && { error: problem }),
    })}${actions(html`${linkButton({ label: 'Cancel', href: target.path })}${submitButton({ label: 'Erase everything', kind: 'danger', icon: 'trash' })}`)}`,
  }),
})}`

type Receipt = {
  shop: { name: string; path: string }
  /** As the person typed it. It is stored nowhere. */
  address: string
  person: string
  at: Date | null
  report: ErasureReport
}
export function receiptPage({ shop, address, person, at, report }: Receipt): Html {
  const { deleted, retained } = receiptLines(report)
  const lines = (caption: string, head: string, rows: ReceiptLine[]): Html =>
    table({
      caption,
      head: [head, 'Count'],
      rows: rows.map(({ words, count }) => html`<tr><td>${words}</td><td class="count">${count}</td></tr>`),
    })
  return html`<article class="paper">
${pageHead({
  title: 'Receipt of an erasure',
  lead: 'Print this page or save it with the request. The service stores the counts and the time, and not the address.',
  actions: printButton,
})}
${note('good', 'Everything about this person is erased', 'The page of the address no longer exists.', true)}
${facts([
  { term: 'Shop', detail: shop.name },
  { term: 'Address', detail: html`${address} <span class="faint small">as it was typed</span>` },
  { term: 'Erased', detail: at === null ? 'Now' : `${day(at)}, ${at.toISOString().slice(11, 16)} UTC` },
  { term: 'By', detail: person },
])}
<h2>Deleted</h2>
${lines('What was deleted', 'What', deleted)}
<h2>Retained as digests, so that it still applies</h2>
${lines('What was retained', 'What', retained)}
<p class="soft small">Amounts in the credit ledger stay, without a name. What was sent before stays at providers and on the phone of the person. A backup from before contains the data until it expires.</p>
<p class="unprinted"><a href="${shop.path}/recipients">Back to the recipients</a></p>
</article>`
}

/** Shown only with scripts; every browser has a command to print. */
export const printButton: Html = html`<button class="button plain print" type="button" data-print hidden>Print</button>`
