import { type Html, html } from '../../html.ts'
import {
  actForm,
  actions,
  card,
  emptyState,
  facts,
  field,
  linkButton,
  moment,
  note,
  pageHead,
  submitButton,
  table,
} from '../../pages/components.ts'
import { inlineForm, textArea } from '../../pages/fields.ts'
import { pager } from '../../pages/lists.ts'
import { type FormOutcome, outcomeNotes } from './outcome.ts'
import { businessPath, suppressionsPath } from './paths.ts'

export type SharedSuppression = { id: string; bounced_at: string; expires_at: string }
export type AddressSuppressions = {
  platform: SharedSuppression | null
  businesses: { business_id: string; reason: string; created_at: string }[]
}

type ListPage = FormOutcome & {
  csrf: string
  suppressions: SharedSuppression[]
  next: string | null
  isFirst: boolean
}
export const suppressionsPage = (page: ListPage): Html => {
  const { csrf, suppressions, next, isFirst } = page
  return html`${pageHead({
    title: 'Suppressions',
    lead: 'Addresses that no business sends email to, because an email came back for good. Each ends 90 days after the last bounce. Addresses are stored as digests, so the list has no names: search for the one that you were asked about.',
  })}
${outcomeNotes(page)}
${searchCard(csrf, '')}
${
  suppressions.length === 0
    ? emptyState({
        icon: 'undelivered',
        title: isFirst ? 'No address is suppressed' : 'There are no older suppressions',
        text: 'An address is listed here after a provider reports that an email to it came back for good.',
      })
    : html`${table({
        caption: 'Shared suppressions, newest first',
        head: ['Id', 'Last bounce', 'Ends'],
        rows: suppressions.map(
          ({ id, bounced_at, expires_at }) =>
            html`<tr><th scope="row"><span class="id">${id}</span></th><td>${moment(new Date(bounced_at))}</td><td>${moment(new Date(expires_at))}</td></tr>`,
        ),
      })}${pager({
        text: 'Newest first',
        ...(next !== null && { olderHref: `${suppressionsPath}?after=${next}` }),
        ...(!isFirst && { newerHref: suppressionsPath }),
      })}`
}`
}

/** A form that is sent, and not a search with an address of its own: an email address must not be in a history or a log. */
const searchCard = (csrf: string, address: string): Html =>
  card({
    title: 'Search for an address',
    body: actForm({
      action: `${suppressionsPath}/search`,
      csrf,
      from: suppressionsPath,
      content: inlineForm([
        field({ label: 'Email address', name: 'address', type: 'email', value: address, isRequired: true }),
        submitButton({ label: 'Search', icon: 'search' }),
      ]),
    }),
  })

type FoundPage = {
  csrf: string
  address: string
  found: AddressSuppressions
  /** The names of the businesses, by id. */
  names: ReadonlyMap<string, string>
  reason: string
  problem: string | null
}
/** The response to the search, and not a page of its own: no address leads to the address. */
export const foundSuppressionsPage = (page: FoundPage): Html => {
  const { csrf, address, found, problem } = page
  return html`${pageHead({
    title: 'Suppressions of an address',
    lead: address,
    trail: [{ label: 'Suppressions', href: suppressionsPath }, { label: 'Search' }],
  })}
${outcomeNotes({ result: null, problem })}
${found.platform === null ? note('good', 'No shared suppression', 'Nothing stops the emails of all businesses to this address.') : sharedCard(page, found.platform)}
${businessCard(page)}
${searchCard(csrf, '')}`
}

const sharedCard = ({ csrf, address, reason }: FoundPage, { id, bounced_at, expires_at }: SharedSuppression): Html =>
  card({
    title: 'No business sends email to it',
    isDangerous: true,
    body: html`${facts([
      { term: 'Id', detail: id },
      { term: 'Last bounce', detail: moment(new Date(bounced_at)) },
      { term: 'Ends by itself', detail: moment(new Date(expires_at)) },
    ])}
<h3>What it means to lift it</h3>
<ul class="consequences"><li>Emails of every business to this address are sent again, from the next push on. Those that were skipped are not sent later.</li><li>If the mailbox still does not exist, the next email bounces and suppresses the address for another 90 days. Each bounce harms the sending domain that all businesses share.</li><li>Suppressions and unsubscriptions of single businesses stay.</li></ul>
${actForm({
  action: `${suppressionsPath}/lift`,
  csrf,
  from: suppressionsPath,
  content: html`<input type="hidden" name="address" value="${address}">${textArea({
    label: 'Reason',
    name: 'reason',
    value: reason,
    hint: 'Such as: the mail provider confirmed that the mailbox is back. The audit log keeps it for ever, so leave out names and addresses.',
    maxLength: 500,
  })}${actions(html`${linkButton({ label: 'Cancel', href: suppressionsPath })}${submitButton({ label: 'Lift the suppression', kind: 'danger' })}`)}`,
})}`,
  })

const reasonWords: Record<string, string> = {
  bounced: 'An email came back for good',
  complained: 'The customer marked an email as spam',
  unsubscribed: 'The customer stopped all updates',
}
const businessCard = ({ found, names }: FoundPage): Html =>
  found.businesses.length === 0
    ? note(
        'info',
        'Nothing stops the emails of a single business',
        'No business has suppressed the address, and its owner unsubscribed from none.',
      )
    : card({
        title: 'Single businesses',
        body: table({
          caption: 'Suppressions and unsubscriptions of single businesses, newest first',
          head: ['Business', 'Why', 'Since'],
          rows: found.businesses.map(
            (one) =>
              html`<tr><td><a href="${businessPath(one.business_id)}">${names.get(one.business_id) ?? one.business_id}</a></td><td>${reasonWords[one.reason] ?? one.reason}</td><td>${moment(new Date(one.created_at))}</td></tr>`,
          ),
        }),
        footer:
          'They are the decision of a customer, or what this business found out. They cannot be lifted here. The newest 100 are shown.',
      })
