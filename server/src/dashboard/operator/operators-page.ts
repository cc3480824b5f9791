import { type Html, html } from '../../html.ts'
import { emptyState, linkButton, moment, note, pageHead, tag } from '../../pages/components.ts'
import { dataTable, filterChips, rowTitle } from '../../pages/lists.ts'
import type { OperatorEntry } from '../people/operators.ts'
import { methodWords, roleWords } from './operator-words.ts'
import { operatorOfPath, operatorsPath } from './paths.ts'
import type { OperatorVisits } from './sql.ts'

type OperatorsPage = {
  operators: OperatorEntry[]
  /** By public id. */
  visits: ReadonlyMap<string, Omit<OperatorVisits, 'id'>>
  /** Whether those whose access has ended are shown instead. */
  isEnded: boolean
  /** Whether there may be older ones, which are not listed. */
  isCut: boolean
}
export const operatorsPage = ({ operators, visits, isEnded, isCut }: OperatorsPage): Html =>
  html`${pageHead({
    title: 'Operators',
    lead: 'The people who run the service, with what each may do. One person has one entry, so that the audit log names who made a change.',
    actions: linkButton({ label: 'Add an operator', href: `${operatorsPath}/new`, kind: 'primary', icon: 'user_plus' }),
  })}
${filterChips('Access', [
  { label: 'Active', href: operatorsPath, isCurrent: !isEnded },
  { label: 'Ended', href: `${operatorsPath}?show=ended`, isCurrent: isEnded },
])}
${operators.length === 0 ? nothing(isEnded) : listOf(operators, visits)}
${isCut ? note('info', `The newest ${operators.length.toLocaleString('en')} are listed`) : { markup: '' }}`

const nothing = (isEnded: boolean): Html =>
  isEnded
    ? emptyState({
        icon: 'people',
        title: 'No one has left',
        text: 'Who no longer has access is listed here, with the time.',
      })
    : emptyState({
        icon: 'people',
        title: 'No operator has a name yet',
        text: 'Add one for each person, then remove OPERATOR_TOKEN from the settings unless you need it to recover.',
      })

const listOf = (operators: OperatorEntry[], visits: OperatorsPage['visits']): Html =>
  dataTable({
    caption: 'Operators, newest first',
    columns: [
      { name: 'Operator', kind: 'title' },
      { name: 'Role', kind: 'labelled', width: 'narrow' },
      { name: 'Signs in with', kind: 'labelled' },
      { name: 'Last visit', kind: 'end', isTime: true },
    ],
    rows: operators.map((one) => ({
      cells: [
        rowTitle({ href: operatorOfPath(one.id), title: one.name, detail: one.email ?? 'No address' }),
        tag(one.role === 'admin' ? 'warn' : 'neutral', roleWords[one.role].label),
        waysOf(one, visits.get(one.id)),
        lastVisit(one, visits.get(one.id)),
      ],
    })),
  })

/** An operator without an address has a token only. Who came lately shows how. */
export function waysOf({ email, revoked_at: end }: OperatorEntry, visits?: Omit<OperatorVisits, 'id'>): string {
  if (end !== null) return 'Nothing any more'
  if (email === null) return 'The token only'
  if (visits === undefined || visits.method === null) return 'The token, or a link by email'
  const passkeys = visits.passkeys === 0 ? '' : `, ${visits.passkeys} ${visits.passkeys === 1 ? 'passkey' : 'passkeys'}`
  return `The token; last with ${methodWords[visits.method]}${passkeys}`
}

export function lastVisit({ revoked_at: end }: OperatorEntry, visits?: Omit<OperatorVisits, 'id'>): Html {
  if (end !== null) return html`Ended ${moment(new Date(end))}`
  const at = visits?.seenAt ?? null
  return at === null ? html`<span class="faint">None lately</span>` : moment(at)
}
