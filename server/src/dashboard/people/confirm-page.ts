import { type Html, html } from '../../html.ts'
import { actForm, submitButton } from '../../pages/components.ts'
import { plainLayout } from '../layout.ts'

/** Before a dangerous act. The person then repeats the act on the page that they came from. */
export const confirmPage = ({
  email,
  next,
  csrf,
  ways,
}: {
  email: string
  next: string
  csrf: string
  ways: Html
}): Html =>
  plainLayout(
    'Confirm that it is you',
    html`<h1>Confirm that it is you</h1>
<p>This needs a sign-in of the last ten minutes, so that a browser left open is not enough. Nothing was changed yet: you continue at the page that you came from.</p>
${actForm({
  action: '/dashboard/confirm',
  csrf,
  content: html`<input type="hidden" name="next" value="${next}">
<p class="soft">We send a link to <strong>${email}</strong>.</p>
${submitButton({ label: 'Send me a link', kind: 'primary', icon: 'email' })}`,
})}
${ways}
<p><a href="${next}">Go back without confirming</a></p>`,
  )
