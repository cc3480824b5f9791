import type { Context } from '../../context.ts'
import { type Html, html } from '../../html.ts'
import { linkButton } from '../../pages/components.ts'
import { passkeySignInForm } from './passkeys/passkey-forms.ts'
import { relyingPartyOf } from './passkeys/rp-id.decide.ts'

/** The ways to sign in besides a link by email, on the sign-in page and before a dangerous act. */
export const otherWays = ({ publicUrl, openId }: Pick<Context, 'publicUrl' | 'openId'>, next: string): Html =>
  html`${relyingPartyOf(publicUrl) === null ? '' : passkeySignInForm(next)}${
    openId === null
      ? ''
      : linkButton({
          label: 'Use single sign-on',
          href: `/dashboard/sign-in/openid?next=${encodeURIComponent(next)}`,
          icon: 'shield',
          size: 'wide',
        })
  }`
