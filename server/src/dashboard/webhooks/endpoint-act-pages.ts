import { type Html, html } from '../../html.ts'
import { actForm, actions, confirmation, linkButton, note, pageHead, submitButton } from '../../pages/components.ts'
import { maskSecret } from '../../webhooks/secret.ts'
import { hostOf, waitingText } from './endpoint-parts.ts'
import type { EndpointRow } from './sql.ts'
import { endpointPath, webhooksPath } from './webhooks-frame.ts'

type ActPage = { shop: { path: string }; csrf: string; endpoint: EndpointRow; problem: string | null }

/** What a rotation does, before it is done: how long both secrets are valid, and that no event is lost. */
export const rotatePage = (page: ActPage): Html => {
  const { endpoint } = page
  return html`${head(page, 'Replace the secret')}
${confirmation({
  tone: 'warn',
  icon: 'key',
  title: 'Replace the signing secret?',
  text: html`The secret ${maskSecret(endpoint.secretEnding)} of ${endpoint.url}.`,
  consequences: [
    'The new secret is shown once, on the next page.',
    'For 24 hours every delivery has two signatures, one of each secret. A receiver that accepts either loses no event.',
    'Put the new secret in place within these 24 hours. After that the old one is no longer valid.',
    ...(endpoint.rotatingUntil === null
      ? []
      : ['It was replaced less than 24 hours ago: the one before the present secret ends at once.']),
    'After a leak, refuse the old secret in your system at once: until then a thief can sign with it.',
  ],
  form: form(page, 'rotate', submitButton({ label: 'Replace the secret', kind: 'primary', icon: 'key' })),
})}`
}

export const deletePage = (page: ActPage): Html => {
  const { endpoint } = page
  const waiting = waitingText(endpoint)
  return html`${head(page, 'Delete')}
${confirmation({
  tone: 'bad',
  icon: 'trash',
  title: 'Delete this endpoint?',
  text: endpoint.url,
  consequences: [
    waiting === '0'
      ? 'Nothing waits for it now.'
      : `${waiting} ${waiting === '1' ? 'delivery that waits is' : 'deliveries that wait are'} deleted and not posted.`,
    'The log of its deliveries is deleted. The events stay in the event log for 30 days.',
    'Its signing secret ends. An endpoint that is added later at the same address has another.',
  ],
  form: form(page, 'delete', submitButton({ label: 'Delete it', kind: 'danger', icon: 'trash' })),
})}`
}

const head = ({ shop, endpoint, problem }: ActPage, title: string): Html =>
  html`${pageHead({
    title,
    trail: [
      { label: 'Webhooks', href: webhooksPath(shop) },
      { label: hostOf(endpoint), href: endpointPath(shop, endpoint.id) },
      { label: title },
    ],
  })}
${problem === null ? html`` : note('bad', 'Nothing was changed', problem, true)}`

const form = ({ shop, csrf, endpoint }: ActPage, act: string, submit: Html): Html => {
  const own = endpointPath(shop, endpoint.id)
  return actForm({
    action: `${own}/${act}`,
    csrf,
    from: `${own}/${act}`,
    content: actions(html`${linkButton({ label: 'Cancel', href: own })}${submit}`),
  })
}
