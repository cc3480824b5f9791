import { type Html, html } from '../../html.ts'
import { operatorRoles } from '../../operator-role.ts'
import {
  actForm,
  actions,
  card,
  facts,
  field,
  linkButton,
  moment,
  note,
  pageHead,
  submitButton,
} from '../../pages/components.ts'
import { choices, fields } from '../../pages/fields.ts'
import type { OperatorEntry } from '../people/operators.ts'
import { secretText } from '../secret-text.ts'
import { roleWords } from './operator-words.ts'
import { lastVisit, waysOf } from './operators-page.ts'
import { type FormOutcome, outcomeNotes } from './outcome.ts'
import { auditPath, operatorOfPath, operatorsPath } from './paths.ts'
import type { OperatorVisits } from './sql.ts'

const trailOf = (label: string) => [{ label: 'Operators', href: operatorsPath }, { label }]
const roleChoices = (value: string): Html =>
  choices({
    legend: 'Role',
    name: 'role',
    value,
    options: operatorRoles.map((role) => ({ value: role, ...roleWords[role] })),
  })

export type NewOperatorFields = { name: string; email: string; role: string }
type NewPage = { csrf: string; typed: NewOperatorFields; problem: string | null }
export const newOperatorPage = ({ csrf, typed, problem }: NewPage): Html => html`${pageHead({
  title: 'Add an operator',
  lead: 'The person gets a token for the interface and the command line, and with an address also this dashboard.',
  trail: trailOf('Add an operator'),
})}
${outcomeNotes({ result: null, problem })}
${card({
  body: actForm({
    action: `${operatorsPath}/new`,
    csrf,
    from: `${operatorsPath}/new`,
    content: fields([
      field({
        label: 'Name',
        name: 'name',
        value: typed.name,
        hint: 'The audit log shows it with each change, also to the owners of the shop that is changed.',
        isRequired: true,
      }),
      field({
        label: 'Email address',
        name: 'email',
        type: 'email',
        value: typed.email,
        hint: 'For the sign-in to the dashboard. Empty: the token only.',
      }),
      roleChoices(typed.role),
      actions(
        html`${linkButton({ label: 'Cancel', href: operatorsPath })}${submitButton({ label: 'Add the operator', kind: 'primary' })}`,
      ),
    ]),
  }),
  footer: 'No email is sent. The person opens the dashboard and asks for a link to this address.',
})}`

/** The response to the form, and not a page of its own: no address leads to the token. */
export const createdOperatorPage = ({ name, id, token }: OperatorEntry & { token: string }): Html => html`${pageHead({
  title: name,
  trail: trailOf(name),
})}
${note('good', 'The operator was added', 'Copy the token now and give it to the person. No page shows it again.', true)}
${card({ title: 'The token', body: html`<p>${secretText(token, 'Copy the token')}</p>` })}
${actions(html`${linkButton({ label: 'Open the operator', href: operatorOfPath(id) })}${linkButton({ label: 'All operators', href: operatorsPath })}`)}`

type OperatorPage = FormOutcome & {
  operator: OperatorEntry
  visits: Omit<OperatorVisits, 'id'> | undefined
  /** Whether it is the person who reads the page. */
  isOwn: boolean
  csrf: string
}
export const operatorPage = (page: OperatorPage): Html => {
  const { operator, visits, isOwn } = page
  const own = operatorOfPath(operator.id)
  return html`${pageHead({
    title: operator.name,
    lead: html`<span class="id">${operator.id}</span>`,
    trail: trailOf(operator.name),
    actions: linkButton({
      label: 'What they changed',
      href: `${auditPath}?${new URLSearchParams({ who: operator.id }).toString()}`,
      icon: 'document',
    }),
  })}
${outcomeNotes(page)}
${card({
  title: 'Access',
  body: facts([
    { term: 'Role', detail: roleWords[operator.role].label },
    { term: 'Address', detail: operator.email ?? 'None' },
    { term: 'Signs in with', detail: waysOf(operator, visits) },
    { term: 'Last visit to the dashboard', detail: lastVisit(operator, visits) },
    { term: 'Added', detail: moment(new Date(operator.created_at)) },
  ]),
})}
${operator.revoked_at === null ? html`${roleCard(own, page)}${endCard(own, page)}` : none}
${isOwn && operator.revoked_at === null ? note('info', 'This is you', 'You keep the role while you are the last admin with a name.') : none}`
}

const none: Html = { markup: '' }
const roleCard = (own: string, { operator, csrf }: OperatorPage): Html =>
  card({
    title: 'Change the role',
    body: actForm({
      action: `${own}/role`,
      csrf,
      from: own,
      content: fields([
        roleChoices(operator.role),
        actions(submitButton({ label: 'Change the role', kind: 'primary' })),
      ]),
    }),
    footer:
      'It applies from their next request on, with the token and in the dashboard. Who is no admin any more loses the open invitations that they made.',
  })

const endCard = (own: string, { operator, csrf }: OperatorPage): Html =>
  card({
    title: 'End the access',
    isDangerous: true,
    body: html`<ul class="consequences"><li>The token and every session are refused from the next request on, in every process.</li><li>Open invitations that ${operator.name} made end.</li><li>The sign-in stays only if they are a member of a shop. The name stays in the audit log.</li><li>This cannot be reversed: add the person again, with a new token.</li></ul>
${actForm({
  action: `${own}/revoke`,
  csrf,
  from: own,
  content: actions(submitButton({ label: `End the access of ${operator.name}`, kind: 'danger', icon: 'stop' })),
})}`,
  })
