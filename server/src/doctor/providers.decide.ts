import type { AccountState } from '../channels/account.ts'
import { type CheckName, type Line, ok, problem, warning } from './lines.decide.ts'

/** The result of an authenticated request to a provider that sends nothing. */
export type ProviderFacts = {
  check: Extract<CheckName, 'sms' | 'whatsapp'>
  name: string
  setting: string
} & ({ kind: 'account'; state: AccountState } | { kind: 'failed'; code: string })

export function providerLines(facts: ProviderFacts): Line[] {
  const { check, name, setting } = facts
  if (facts.kind === 'failed')
    return [
      problem(
        check,
        `${name} cannot be reached (${facts.code})`,
        `Correct the host in ${setting}, and permit the connection in the firewall.`,
      ),
    ]
  return [accountLine(facts, facts.state)]
}

function accountLine({ check, name, setting }: ProviderFacts, state: AccountState): Line {
  const lines: Record<AccountState, Line> = {
    active: ok(check, `${name} accepts the credentials`),
    unauthorised: problem(check, `${name} refuses the credentials`, `Correct the credentials in ${setting}.`),
    not_found: problem(check, `${name} does not know the account`, `Correct the account or the number in ${setting}.`),
    suspended: problem(
      check,
      `the account at ${name} is suspended`,
      `Sign in at ${name} and pay or contact its support.`,
    ),
    not_subscribed: problem(
      check,
      `${name} sends no callbacks, because no app is subscribed to the account`,
      'Subscribe the app with POST /<account id>/subscribed_apps (docs/guides/sms-and-whatsapp.md).',
    ),
    unknown: warning(
      check,
      `${name} responds with an error`,
      'Run the doctor again later; see the status page of the provider.',
    ),
  }
  return lines[state]
}
