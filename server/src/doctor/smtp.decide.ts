import { type Line, ok, problem, warning } from './lines.decide.ts'

/** Whether emails can be submitted, encrypted and with accepted credentials. */
export type SmtpFacts = { host: string; isLoopback: boolean; hasCredentials: boolean; requiresTls: boolean } & (
  | { kind: 'failed'; step: 'connect' | 'tls' | 'login'; code: string }
  | { kind: 'reached'; isEncrypted: boolean; login: 'accepted' | 'not_offered' | 'none' }
)

export function smtpLines(facts: SmtpFacts): Line[] {
  const { host } = facts
  if (facts.kind === 'failed') return [problem('smtp', ...failures[facts.step](host, facts.code))]
  const { isEncrypted, isLoopback, hasCredentials, requiresTls, login } = facts
  const lines: Line[] = []
  if (!isEncrypted && (hasCredentials || !isLoopback))
    lines.push(
      problem(
        'smtp',
        `${host} is used without TLS`,
        'Set SMTP_URL to smtps://…, or to smtp://…?requireTLS=true for a server with STARTTLS.',
      ),
    )
  if (login === 'not_offered')
    lines.push(
      problem(
        'smtp',
        `${host} offers no login, and SMTP_URL has credentials`,
        'Set SMTP_URL to the port for submission (465 with smtps://, 587 with requireTLS=true), or remove the credentials.',
      ),
    )
  if (isEncrypted && !requiresTls)
    lines.push(
      warning(
        'smtp',
        `${host} is encrypted only because it offers STARTTLS`,
        'Append ?requireTLS=true to SMTP_URL, so that an attacker cannot remove the offer.',
      ),
    )
  return lines.length > 0
    ? lines
    : [ok('smtp', `${host} ${isEncrypted ? 'with TLS' : 'on this machine'}${loginText(login)}`)]
}

const loginText = (login: string): string => (login === 'accepted' ? ', credentials accepted' : '')

const failures: Record<'connect' | 'tls' | 'login', (host: string, code: string) => [found: string, advice: string]> = {
  connect: (host, code) => [
    `${host} cannot be reached (${code})`,
    'Correct the host and the port in SMTP_URL, and permit the connection in the firewall.',
  ],
  tls: (host, code) =>
    code === 'CERT_HAS_EXPIRED'
      ? [
          `the TLS certificate of ${host} has expired`,
          'Renew the certificate of the mail server, or use another server in SMTP_URL.',
        ]
      : [
          `the TLS connection to ${host} fails (${code})`,
          'Use the host name of the certificate in SMTP_URL, or set NODE_EXTRA_CA_CERTS to the authority that issued it.',
        ],
  login: (host, code) => [
    `${host} refuses the credentials (${code})`,
    'Correct the user and the password in SMTP_URL, and percent-encode their reserved characters.',
  ],
}
