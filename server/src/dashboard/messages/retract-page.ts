import { type Html, html } from '../../html.ts'
import { actForm, actions, confirmation, linkButton, pageHead, submitButton } from '../../pages/components.ts'
import type { ShownMessage } from './load-message.ts'

/** The page that asks before a message is retracted. */
export const retractPage = (shown: {
  message: ShownMessage
  listPath: string
  path: string
  csrf: string
  once: string
}): Html =>
  html`${pageHead({
    trail: [{ label: 'Messages', href: shown.listPath }, { label: 'Message', href: shown.path }, { label: 'Retract' }],
    title: 'Retract this message?',
    lead: html`<span lang="" dir="auto">${shown.message.subject}</span> · to ${shown.message.recipient_email}`,
  })}${confirmation({
    tone: 'warn',
    icon: 'retract',
    title: 'A retraction is final',
    text: 'It does not delete the message: the inbox of the customer shows it dimmed and labelled as retracted.',
    consequences: [
      'What was not sent yet is cancelled, and its charge is refunded.',
      'An email or a text that was sent cannot be recalled.',
    ],
    form: actForm({
      action: `${shown.path}/retract`,
      csrf: shown.csrf,
      once: shown.once,
      content: actions([
        submitButton({ label: 'Retract the message', kind: 'danger' }),
        linkButton({ label: 'Cancel', href: shown.path }),
      ]),
    }),
  })}`
