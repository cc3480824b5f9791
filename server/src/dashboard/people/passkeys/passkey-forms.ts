import { type Html, html } from '../../../html.ts'
import { field, submitButton } from '../../../pages/components.ts'

const filledByScript = html`<input type="hidden" name="attempt" value=""><input type="hidden" name="response" value="">
<p class="error" role="status"></p>`

/** Hidden without scripts and where the browser has no passkeys. */
export const passkeySignInForm = (next: string): Html =>
  html`<form class="passkey" method="post" action="/dashboard/sign-in/passkey" data-passkey="get" data-options="/dashboard/sign-in/passkey/options" hidden>
<input type="hidden" name="next" value="${next}">
${submitButton({ label: 'Use a passkey', icon: 'key', size: 'wide' })}
${filledByScript}</form>`

export const newPasskeyForm = (csrf: string): Html =>
  html`<form class="passkey" method="post" action="/dashboard/account/passkeys" data-passkey="create" data-options="/dashboard/account/passkeys/options" hidden>
<input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="from" value="/dashboard/account/passkeys/new">
${field({ label: 'Name', name: 'name', hint: 'So that you recognise it: “Work laptop”, “Phone”.', isRequired: true })}
${submitButton({ label: 'Create a passkey', kind: 'primary', icon: 'key' })}
${filledByScript}</form>`
