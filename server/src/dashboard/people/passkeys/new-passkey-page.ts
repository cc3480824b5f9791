import { type Html, html } from '../../../html.ts'
import { linkButton, note } from '../../../pages/components.ts'
import { plainLayout } from '../../layout.ts'
import { newPasskeyForm } from './passkey-forms.ts'

export const newPasskeyPage = (csrf: string, isRefused: boolean): Html =>
  plainLayout(
    'Add a passkey',
    html`<h1>Add a passkey</h1>
<p>Your device or security key stores it, behind your fingerprint, face or PIN. You then sign in without an email.</p>
${isRefused ? note('bad', 'No passkey was added', 'It is registered already, it took too long, or you have the largest number. Try again.', true) : ''}
${newPasskeyForm(csrf)}
<noscript>${note('warn', 'This needs scripts', 'Allow scripts for this page, or continue to sign in with links by email.')}</noscript>
<p>${linkButton({ label: 'Back to your account', href: '/dashboard/account' })}</p>`,
  )
