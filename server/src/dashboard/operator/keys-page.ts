import { type Html, html } from '../../html.ts'
import {
  actForm,
  actions,
  card,
  confirmation,
  emptyState,
  field,
  linkButton,
  moment,
  note,
  pageHead,
  submitButton,
  table,
  tag,
} from '../../pages/components.ts'
import { inlineForm } from '../../pages/fields.ts'
import { pager } from '../../pages/lists.ts'
import { secretText } from '../secret-text.ts'
import { type BusinessFrame, businessFrame, tabPath } from './business-frame.ts'

export type KeyEntry = {
  id: string
  name: string
  masked: string
  created: string
  scopes: string[] | null
  expires_at: string | null
  last_used_at: string | null
  active: boolean
  revoked_at: string | null
}
type KeysPage = {
  csrf: string
  keys: KeyEntry[]
  next: string | null
  isFirst: boolean
  created: { key: string } | null
}

export const keysPage = (frame: BusinessFrame, { csrf, keys, next, isFirst, created }: KeysPage): Html => {
  const path = tabPath(frame.business.id, 'keys')
  return businessFrame(
    frame,
    'keys',
    html`${
      created === null
        ? none
        : html`${note('good', 'The key was created', 'Copy it now. No page shows it again.', true)}${card({ title: 'The new key', body: html`<p>${secretText(created.key, 'Copy the key')}</p>` })}`
    }
${
  frame.operator.role === 'admin'
    ? card({
        title: 'Create a key',
        body: actForm({
          action: path,
          csrf,
          from: path,
          content: inlineForm([
            field({ label: 'Name', name: 'name', hint: 'By which the shop recognises it.' }),
            submitButton({ label: 'Create a key', icon: 'key' }),
          ]),
        }),
        footer: 'It may do everything and does not depend on another key. The shop narrows it with keys of its own.',
      })
    : none
}
${
  keys.length === 0
    ? emptyState({ icon: 'key', title: 'There are no keys', text: 'Without a key the shop cannot push messages.' })
    : html`${table({
        caption: 'Keys, newest first',
        head: ['Key', 'May do', 'Created', 'Last used', 'State', 'Act'],
        rows: keys.map((key) => keyRow(frame.business.id, key)),
      })}${pager({ text: 'Newest first', ...(next !== null && { olderHref: `${path}?after=${next}` }), ...(!isFirst && { newerHref: path }) })}`
}`,
  )
}

const none: Html = { markup: '' }
const keyRow = (id: string, key: KeyEntry): Html =>
  html`<tr><td>${key.name}<br><span class="small soft">${key.masked}</span></td><td>${key.scopes === null ? 'Everything' : key.scopes.join(', ')}</td><td>${moment(new Date(key.created))}</td><td>${key.last_used_at === null ? 'Never' : moment(new Date(key.last_used_at))}</td><td>${stateOf(key)}</td><td>${
    key.active
      ? html`<a href="${tabPath(id, 'keys')}/${key.id}">Revoke<span class="unseen"> ${key.name}</span></a>`
      : html`<span class="faint">–</span>`
  }</td></tr>`
const stateOf = ({ active, revoked_at }: KeyEntry): Html => {
  if (active) return tag('good', 'Active')
  return revoked_at === null ? tag('neutral', 'Expired') : tag('neutral', 'Revoked')
}

type RevokePage = { business: { id: string; name: string }; key: KeyEntry; csrf: string; problem: string | null }
export const revokeKeyPage = ({ business, key, csrf, problem }: RevokePage): Html => {
  const list = tabPath(business.id, 'keys')
  return html`${pageHead({
    title: 'Revoke a key',
    trail: [{ label: business.name, href: list }, { label: 'Revoke a key' }],
  })}
${problem === null ? none : note('bad', 'Nothing was changed', problem, true)}
${confirmation({
  tone: 'bad',
  icon: 'stop',
  title: `Revoke ${key.name}?`,
  text: html`${key.masked}, of ${business.name}.`,
  consequences: [
    'The next request with it gets 401, in every process.',
    'Keys that it created are revoked with it, unless they were detached.',
    'After a leak, also revoke what it detached: a thief can have created such keys.',
    'This cannot be reversed. The shop needs another key to push messages.',
  ],
  form: actForm({
    action: `${list}/${key.id}`,
    csrf,
    from: `${list}/${key.id}`,
    content: actions(
      html`${linkButton({ label: 'Cancel', href: list })}${submitButton({ label: 'Revoke it', kind: 'danger', name: 'minted', value: 'false' })}${submitButton({ label: 'Revoke it and all it created', kind: 'danger', name: 'minted', value: 'true' })}`,
    ),
  }),
})}`
}
