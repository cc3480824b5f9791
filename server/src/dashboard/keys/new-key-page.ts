import { type Html, html } from '../../html.ts'
import { type Scope, scopes } from '../../keys/scopes.ts'
import {
  actForm,
  actions,
  card,
  field,
  linkButton,
  note,
  pageHead,
  select,
  submitButton,
} from '../../pages/components.ts'
import { checkbox, choices, fields } from '../../pages/fields.ts'
import { secretText } from '../secret-text.ts'
import { keysPath, scopeWords } from './key-parts.ts'

/** Days after which a new key expires. Empty: never. */
export const lifetimes = ['', '30', '90', '180', '365'] as const
type Lifetime = (typeof lifetimes)[number]
export type KeyFields = { name: string; rights: 'all' | 'some'; scopes: Scope[]; lifetime: Lifetime }
type NewKeyPage = {
  shop: { path: string; mode: 'live' | 'test' }
  csrf: string
  typed: KeyFields
  problem: string | null
}

export const newKeyPage = ({ shop, csrf, typed, problem }: NewKeyPage): Html => {
  const list = keysPath(shop)
  return html`${pageHead({
    title: 'Create a key',
    lead: `It works on the ${shop.mode} side only, and is shown once.`,
    trail: [{ label: 'API keys', href: list }, { label: 'Create a key' }],
  })}
${problem === null ? html`` : note('bad', 'No key was created', problem, true)}
${card({
  body: actForm({
    action: `${list}/new`,
    csrf,
    from: `${list}/new`,
    content: fields([
      field({
        label: 'Name',
        name: 'name',
        value: typed.name,
        hint: 'The system that will use it, so that you know later what stops if it is revoked.',
      }),
      choices({
        legend: 'What it may do',
        name: 'rights',
        value: typed.rights,
        options: [
          { value: 'all', label: 'Everything', hint: 'Also erase customers and create keys.' },
          { value: 'some', label: 'Only what is chosen below', hint: 'A key that leaks can do no more than this.' },
        ],
      }),
      html`<fieldset class="type-choices"><legend class="unseen">Scopes</legend>${scopes.map((scope) => checkbox({ label: scope, name: 'scope', value: scope, hint: scopeWords[scope], isChecked: typed.scopes.includes(scope) }))}</fieldset>`,
      select({
        label: 'Expires',
        name: 'lifetime',
        value: typed.lifetime,
        options: lifetimes.map((days) => ({ value: days, label: days === '' ? 'Never' : `After ${days} days` })),
      }),
      actions(
        html`${linkButton({ label: 'Cancel', href: list })}${submitButton({ label: 'Create the key', kind: 'primary', icon: 'key' })}`,
      ),
    ]),
  }),
  footer: 'It depends on no other key: revoking another key does not revoke it.',
})}`
}

/** The response to the form, and not a page of its own: no address leads to the key. */
export const createdKeyPage = (shop: { path: string }, created: { name: string; key: string }): Html =>
  html`${pageHead({ title: created.name, trail: [{ label: 'API keys', href: keysPath(shop) }, { label: created.name }] })}
${note('good', 'The key was created', 'Copy it now, and store it where your system keeps secrets. No page shows it again.', true)}
${card({ title: 'The new key', body: html`<p>${secretText(created.key, 'Copy the key')}</p>` })}
${actions(html`${linkButton({ label: 'Show the keys', href: keysPath(shop), kind: 'primary' })}`)}`
