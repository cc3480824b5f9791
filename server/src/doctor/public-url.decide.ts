import { type Line, ok, problem, warning } from './lines.decide.ts'

/** Whether customers and providers reach this installation at PUBLIC_URL. */
export type PublicUrlFacts = { url: string; isHttps: boolean; isLoopback: boolean } & (
  | { kind: 'failed'; code: string; isTls: boolean }
  /** `isProof`: the response to the challenge can only be made with the DIGEST_KEY of this installation. */
  | { kind: 'response'; status: number; isProof: boolean }
)
/** A page refuses an unsigned request with the error `callback.not_verified`. */
export type CallbackFacts = {
  path: string
  result: { kind: 'failed'; code: string } | { kind: 'response'; status: number; isRefusal: boolean }
}[]

export function publicUrlLines(facts: PublicUrlFacts): Line[] {
  const { url, isHttps, isLoopback } = facts
  if (!isHttps)
    return [
      problem(
        'public_url',
        `${url} is plain http`,
        'Set PUBLIC_URL to the https address of the proxy in front of the service.',
      ),
    ]
  if (facts.kind === 'failed')
    return [
      facts.isTls
        ? problem(
            'public_url',
            `the TLS certificate of ${url} is refused (${facts.code})`,
            'Renew the certificate of the proxy, for the host name in PUBLIC_URL.',
          )
        : problem(
            'public_url',
            `${url} cannot be reached (${facts.code})`,
            'Start the service and the proxy in front of it, or correct PUBLIC_URL.',
          ),
    ]
  if (!facts.isProof)
    return [
      problem(
        'public_url',
        `${url} does not reach this installation (status ${facts.status})`,
        'Set PUBLIC_URL to the address of this service, or let the proxy forward /callbacks/ to it.',
      ),
    ]
  if (isLoopback)
    return [
      warning(
        'public_url',
        `${url} is an address of this machine`,
        'Set PUBLIC_URL to a name that customers can open.',
      ),
    ]
  return [ok('public_url', `${url} reaches this installation`)]
}

export function callbackLines(facts: CallbackFacts, isUrlCorrect: boolean): Line[] {
  if (facts.length === 0) return [ok('callbacks', 'no provider sends callbacks')]
  if (!isUrlCorrect)
    return [
      warning(
        'callbacks',
        'not checked, because PUBLIC_URL does not reach this installation',
        'Correct PUBLIC_URL first.',
      ),
    ]
  const wrong = facts.filter(({ result }) => result.kind === 'failed' || !result.isRefusal)
  if (wrong.length === 0) return [ok('callbacks', `${facts.length} callback addresses are reachable`)]
  return wrong.map(({ path, result }) =>
    problem(
      'callbacks',
      `POST ${path} does not reach the service (${result.kind === 'failed' ? result.code : `status ${result.status}`})`,
      'Let the proxy forward POST requests to /callbacks/ unchanged, without a login.',
    ),
  )
}
