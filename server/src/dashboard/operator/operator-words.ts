import type { OperatorRole } from '../../operator-role.ts'
import type { SignInMethod } from '../people/session.decide.ts'

/** What each role may do, for the person who gives it. */
export const roleWords: Record<OperatorRole, { label: string; hint: string }> = {
  support: {
    label: 'Support',
    hint: 'Reads businesses, messages, keys and notices. Records stops, revokes keys, enables endpoints, lifts shared suppressions, holds sending.',
  },
  finance: {
    label: 'Finance',
    hint: 'Reads businesses, ledgers, prices and notices. Grants credits, prices and opens destinations. Reads no message.',
  },
  admin: { label: 'Admin', hint: 'Everything: also creates businesses, changes their settings, and adds operators.' },
}

export const methodWords: Record<SignInMethod, string> = {
  link: 'a link by email',
  invitation: 'an invitation',
  passkey: 'a passkey',
  openid: 'the sign-in of your organisation',
}
