import { type Line, ok, problem } from './lines.decide.ts'

/** Whether the identity provider describes itself at the address of OPENID_ISSUER. */
export type OpenIdFacts = { issuer: string } & (
  | { kind: 'failed'; code: string; isTls: boolean }
  /** `named` is the issuer in the description. Null: the response is not a description. */
  | { kind: 'response'; status: number; named: string | null }
)

export function openIdLines(facts: OpenIdFacts): Line[] {
  const { issuer } = facts
  if (facts.kind === 'failed')
    return [
      facts.isTls
        ? problem(
            'openid',
            `the TLS certificate of ${issuer} is refused (${facts.code})`,
            'Renew the certificate of the provider, or name its authority in NODE_EXTRA_CA_CERTS.',
          )
        : problem(
            'openid',
            `${issuer} cannot be reached (${facts.code})`,
            'Start the provider, or correct OPENID_ISSUER. Until then people sign in by links and passkeys.',
          ),
    ]
  if (facts.named === null)
    return [
      problem(
        'openid',
        `${issuer} does not describe an OpenID Connect provider (status ${facts.status})`,
        'Set OPENID_ISSUER to the part of the address before /.well-known/openid-configuration.',
      ),
    ]
  if (facts.named !== issuer)
    return [
      problem('openid', `${issuer} names itself ${facts.named}`, 'Set OPENID_ISSUER to the name that it gives itself.'),
    ]
  return [ok('openid', `${issuer} responds; a sign-in shows whether it knows OPENID_CLIENT_ID`)]
}
