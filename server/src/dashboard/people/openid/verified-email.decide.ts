/** Only an address that the provider has verified: with any other, a person could sign in as another. */
export const verifiedEmail = ({ email, email_verified }: Record<string, unknown>): string | null =>
  typeof email === 'string' && email_verified === true ? email : null
