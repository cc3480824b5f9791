import { type Html, html } from '../../html.ts'
import { actForm, actions, card, field, linkButton, note, pageHead, submitButton } from '../../pages/components.ts'
import { checkbox, fields } from '../../pages/fields.ts'
import { eventTypes } from '../../webhooks/event-types.ts'
import { secretText } from '../secret-text.ts'
import { signaturePath, webhooksPath } from './webhooks-frame.ts'

export type EndpointFields = { url: string; description: string; types: string[] }
type NewEndpointPage = {
  shop: { path: string }
  csrf: string
  typed: EndpointFields
  problem: string | null
}

export const newEndpointPage = ({ shop, csrf, typed, problem }: NewEndpointPage): Html => {
  const list = webhooksPath(shop)
  return html`${pageHead({
    title: 'Add an endpoint',
    lead: 'An HTTPS address of your system with a valid certificate, to which events are posted.',
    trail: [{ label: 'Webhooks', href: list }, { label: 'Add an endpoint' }],
  })}
${problem === null ? none : note('bad', 'No endpoint was added', problem, true)}
${card({
  body: actForm({
    action: `${list}/new`,
    csrf,
    from: `${list}/new`,
    content: fields([
      field({
        label: 'Address',
        name: 'url',
        value: typed.url,
        placeholder: 'https://shop.example/hooks/tidings',
        hint: 'At a public host, on any port but those of mail. Redirects are not followed.',
        isRequired: true,
      }),
      field({ label: 'Note', name: 'description', value: typed.description, hint: 'What is behind it, for you.' }),
      html`<details class="more"${{ markup: typed.types.length > 0 ? ' open' : '' }}><summary>Only some types of events</summary><div><p class="soft small">Choose none to get every type, also those that are added later. This is recommended: a receiver ignores what it does not know.</p><div class="type-choices">${eventTypes.map((type) => checkbox({ label: type, name: 'type', value: type, isChecked: typed.types.includes(type) }))}</div></div></details>`,
      actions(
        html`${linkButton({ label: 'Cancel', href: list })}${submitButton({ label: 'Add the endpoint', kind: 'primary', icon: 'webhook' })}`,
      ),
    ]),
  }),
  footer: 'The next page shows the signing secret, once.',
})}`
}
const none: Html = { markup: '' }

type ShownSecret = {
  shop: { path: string }
  url: string
  endpointHref: string
  secret: string
}
/** The response to the form, and not a page of its own: no address leads to the secret. */
export const createdEndpointPage = ({ shop, url, endpointHref, secret }: ShownSecret): Html =>
  html`${pageHead({ title: url, trail: [{ label: 'Webhooks', href: webhooksPath(shop) }, { label: url }] })}
${note('good', 'The endpoint was added', 'Copy its signing secret now, and store it where your system keeps secrets. No page shows it again.', true)}
${card({
  title: 'The signing secret',
  body: html`<p>${secretText(secret, 'Copy the secret')}</p>`,
  footer:
    'Every request is signed with it, so that your system can refuse those of others. It begins with whsec_, which is a part of it.',
})}
${actions(html`${linkButton({ label: 'Check a signature in your language', href: signaturePath(shop), kind: 'primary' })}${linkButton({ label: 'Open the endpoint', href: endpointHref })}`)}`

/** As above, after a rotation. */
export const rotatedSecretPage = ({ shop, url, endpointHref, secret }: ShownSecret): Html =>
  html`${pageHead({ title: url, trail: [{ label: 'Webhooks', href: webhooksPath(shop) }, { label: url, href: endpointHref }, { label: 'New secret' }] })}
${note('good', 'The secret was replaced', 'Copy the new one now. No page shows it again. Deliveries are signed with both secrets for 24 hours.', true)}
${card({
  title: 'The new signing secret',
  body: html`<p>${secretText(secret, 'Copy the secret')}</p>`,
  footer: 'Put it in place of the old one within 24 hours. After that only the new one is valid.',
})}
${actions(html`${linkButton({ label: 'Open the endpoint', href: endpointHref, kind: 'primary' })}`)}`
