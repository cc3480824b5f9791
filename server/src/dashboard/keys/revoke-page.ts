import { type Html, html } from '../../html.ts'
import type { KeyRow } from '../../keys/sql.ts'
import {
  actForm,
  actions,
  card,
  confirmation,
  emptyState,
  linkButton,
  note,
  pageHead,
  submitButton,
  table,
  tag,
} from '../../pages/components.ts'
import { keyName, keysPath, lastUseText, revokePath, scopesText } from './key-parts.ts'
import { isRecentlyUsed, type Revocation } from './revocation.decide.ts'

type RevokePage = {
  shop: { path: string }
  csrf: string
  key: KeyRow
  /** With the keys below it that were not detached. */
  cascade: Revocation<KeyRow>
  /** With everything that it ever created, detached keys too. */
  family: Revocation<KeyRow>
  now: Date
  problem: string | null
}

/** What stops working, before anything does. */
export const revokeKeyPage = (page: RevokePage): Html => {
  const { shop, csrf, key, cascade, family, now, problem } = page
  const own = revokePath(shop, key)
  const detached = family.revoked.filter(({ id }) => !cascade.revoked.some((one) => one.id === id))
  return html`${pageHead({
    title: 'Revoke a key',
    trail: [{ label: 'API keys', href: keysPath(shop) }, { label: key.name }],
  })}
${problem === null ? none : note('bad', 'Nothing was changed', problem, true)}
${confirmation({
  tone: 'bad',
  icon: 'stop',
  title: `Revoke ${key.name}?`,
  text: key.masked,
  consequences: [
    useText(cascade.revoked, now),
    ...lossOf(cascade),
    'Messages that were pushed with it are still delivered, and webhook endpoints that it added stay. After a leak, check the endpoints too.',
    'Each revoked key publishes the event api_key.revoked. A revocation cannot be reversed.',
  ],
  form: actForm({
    action: own,
    csrf,
    from: own,
    content: actions(
      html`${linkButton({ label: 'Cancel', href: keysPath(shop) })}${submitButton({ label: countLabel('Revoke', cascade.revoked.length), kind: 'danger', name: 'minted', value: 'false' })}${
        detached.length === 0
          ? none
          : submitButton({
              label: `Revoke all ${family.revoked.length}, detached ones too`,
              kind: 'danger',
              name: 'minted',
              value: 'true',
            })
      }`,
    ),
  }),
})}
${card({ title: 'What is revoked', body: keyTable('Keys that are revoked', cascade.revoked, now) })}
${
  detached.length === 0
    ? none
    : card({
        title: 'Created by it, but detached',
        body: keyTable('Detached keys that it created', detached, now),
        footer: html`They stay active unless you choose the second button. After a leak choose it: a thief can have created them. ${lossOf(family).join(' ')}`,
      })
}`
}
const none: Html = { markup: '' }
const countLabel = (verb: string, count: number): string => (count === 1 ? `${verb} it` : `${verb} these ${count} keys`)

function useText(revoked: KeyRow[], now: Date): string {
  const used = revoked.filter((key) => isRecentlyUsed(key, now)).length
  if (used === 0) return 'None of these keys was used in the last 48 hours.'
  const which = revoked.length === 1 ? 'It was' : `${used} of these keys ${used === 1 ? 'was' : 'were'}`
  return `${which} used in the last 48 hours: the next request gets 401, and the system that sends it stops.`
}

function lossOf({ lostScopes, isLastKey }: Revocation<KeyRow>): string[] {
  if (isLastKey) return ['No active key is left: your system can push nothing until you create another.']
  return lostScopes.length === 0 ? [] : [`No other key may do this: ${lostScopes.join(', ')}.`]
}

const keyTable = (caption: string, keys: KeyRow[], now: Date): Html =>
  table({
    caption,
    head: ['Key', 'May do', 'Last used'],
    rows: keys.map(
      (key) =>
        html`<tr><td>${keyName(key)}</td><td>${scopesText(key)}</td><td>${lastUseText(key)}${isRecentlyUsed(key, now) ? html` ${tag('warn', 'In use')}` : none}</td></tr>`,
    ),
  })

/** The same page for a key that is not active, one of the other side, and one that never existed. */
export const missingKeyPage = (shop: { path: string }): Html =>
  emptyState({
    icon: 'key',
    title: 'No active key has this id',
    text: 'It was revoked, it has expired, or it is on the other side of the shop.',
    action: linkButton({ label: 'Show the keys', href: keysPath(shop) }),
  })
