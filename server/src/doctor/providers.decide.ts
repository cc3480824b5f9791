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
  switch (facts.state) {
    case 'active':
      return [ok(check, `${name} accepts the credentials`)]
    case 'unauthorised':
      return [problem(check, `${name} refuses the credentials`, `Correct the credentials in ${setting}.`)]
    case 'not_found':
      return [problem(check, `${name} does not know the account`, `Correct the account or the number in ${setting}.`)]
    case 'suspended':
      return [
        problem(check, `the account at ${name} is suspended`, `Sign in at ${name} and pay or contact its support.`),
      ]
    case 'not_subscribed':
      return [
        problem(
          check,
          `${name} sends no callbacks, because no app is subscribed to the account`,
          'Subscribe the app with POST /<account id>/subscribed_apps (docs/guides/sms-and-whatsapp.md).',
        ),
      ]
    case 'unknown':
      return [
        warning(
          check,
          `${name} responds with an error`,
          'Run the doctor again later; see the status page of the provider.',
        ),
      ]
  }
}
