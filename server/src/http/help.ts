import { describeReuse, type RequestParts } from '../idempotency/describe-reuse.ts'
import { keyLength } from '../keys/key-format.ts'
import type { KeyProblem, OperatorTokenProblem } from '../keys/key-problem.ts'
import type { Scope } from '../keys/scopes.ts'
import type { Method } from '../operation.ts'
import type { LimitedRole } from '../operator-role.ts'
import { maxRequestsPerAddress, maxRequestsPerBusiness } from './limits.ts'

/**
 * What the service knows about an error beyond its code, in the header Tidings-Help and in the log line of the request. No case
 * has a field for text of the caller: a path is that of a route, and `located` are messages of the service at known locations.
 */
export type Help =
  | { case: 'validation'; located: string[] }
  | { case: 'nearest_path'; route: HelpRoute; mistake: PathMistake }
  | { case: 'methods'; routes: HelpRoute[] }
  | { case: 'key'; problem: KeyProblem }
  | { case: 'operator_token'; problem: OperatorTokenProblem }
  | { case: 'scope'; scope: Scope }
  | { case: 'minted_key' }
  | { case: 'roles'; roles: readonly LimitedRole[] }
  | { case: 'live_key' }
  | { case: 'rate'; perSecond: number }
  | { case: 'limit'; limit: Limit }
  | { case: 'body_limit'; bytes: number }
  | { case: 'slow_body' }
  | { case: 'small_chunks' }
  | { case: 'key_reused'; differing: RequestParts; firstAt: Date | null }
  | { case: 'in_progress' }

export type HelpRoute = { method: Method; path: string; name: string }
export type PathMistake = 'prefix' | 'slash' | 'empty_parameter' | 'letter_case' | 'spelling'
type Limit = 'failed_authentication' | 'business_requests' | 'address_requests' | 'body_rate' | 'body_share'

const maxLocated = 3
const maxCharacters = 300

/** One sentence of printable ASCII, because it is written into a header. */
export const writeHelp = (help: Help): string => (sentences[help.case] as (help: Help) => string)(help)

const sentences: { [Case in Help['case']]: (help: Extract<Help, { case: Case }>) => string } = {
  validation: ({ located }) => shortened(located),
  nearest_path: ({ route, mistake }) =>
    `No operation or page has this path. The nearest is ${described(route)}${pathMistakes[mistake]}.`,
  methods: ({ routes }) => `This path has ${listed(routes.map(({ method, name }) => `${method} (${name})`))}.`,
  key: ({ problem }) => keyProblems[problem],
  operator_token: ({ problem }) => operatorTokenProblems[problem],
  scope: ({ scope }) => `The key lacks the scope ${scope}, which this operation needs.`,
  minted_key: () => 'A key cannot create a key with a scope that it lacks, or with a later expiry than its own.',
  roles: ({ roles }) => `This operation needs the role ${listed([...roles, 'admin'], 'or')}.`,
  live_key: () => 'This operation exists only on a test side: use the key that begins with td_test_.',
  rate: ({ perSecond }) =>
    `The business may send ${counted(perSecond, 'request')} per second, in bursts of twice as many.`,
  limit: ({ limit }) => limits[limit],
  body_limit: ({ bytes }) => `A body may have at most ${bytes} bytes here.`,
  slow_body: () => 'The body arrived too slowly.',
  small_chunks: () => 'The body arrives in too many small chunks: send it in fewer.',
  key_reused: ({ differing, firstAt }) => describeReuse(differing, firstAt),
  in_progress: () => 'The first request with this Idempotency-Key is still running: repeat this one in a few seconds.',
}

const keyProblems: Record<KeyProblem, string> = {
  missing: 'The request has no Authorization header: send Authorization: Bearer, a space and an API key.',
  not_bearer: 'The Authorization header does not begin with Bearer and a space.',
  empty: 'The Authorization header has no key after Bearer.',
  spaces: 'The Authorization header has a space within or after the key.',
  operator_token: 'This is the token of an operator, and this path needs an API key of a business.',
  prefix: 'This is not an API key: one begins with td_live_ or td_test_.',
  length: `The API key is incomplete or too long: one has ${keyLength} characters.`,
  characters: 'The API key contains a character that is neither a letter nor a digit.',
  checksum: 'The checksum of the API key does not match: the key is mistyped or cut off.',
  not_active: 'The API key is well-formed, but it is unknown, expired or revoked.',
}

const operatorTokenProblems: Record<OperatorTokenProblem, string> = {
  missing: 'The request has no Authorization header: send Authorization: Bearer, a space and the token of an operator.',
  not_bearer: keyProblems.not_bearer,
  empty: 'The Authorization header has no token after Bearer.',
  spaces: 'The Authorization header has a space within or after the token.',
  api_key: 'This is an API key of a business, and this path needs the token of an operator.',
  checksum: 'The checksum of the token does not match: the token is mistyped or cut off.',
  not_active: 'No operator has this token, or it is revoked.',
}

const limits: Record<Limit, string> = {
  failed_authentication: 'Too many requests without a valid key came from this address.',
  business_requests: `The business has ${maxRequestsPerBusiness} requests in progress, and more are not accepted.`,
  address_requests: `This address has ${maxRequestsPerAddress} requests in progress, and more are not accepted.`,
  body_rate: 'Large bodies of this caller arrive faster than the service accepts them.',
  body_share: 'The bodies of this caller that are in progress use all the memory of its share.',
}

const pathMistakes: Record<PathMistake, string> = {
  prefix: ', with this prefix',
  slash: ', without the additional slash',
  empty_parameter: ', and its parameter is empty in this request',
  letter_case: ', in lower case',
  spelling: '',
}

const described = ({ method, path, name }: HelpRoute): string => `${method} ${path} (${name})`

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

function listed(items: string[], conjunction = 'and'): string {
  return items.length === 1 ? items[0]! : `${items.slice(0, -1).join(', ')} ${conjunction} ${items.at(-1)}`
}

function shortened(located: string[]): string {
  const more = located.length - maxLocated
  const text = located.slice(0, maxLocated).join('; ') + (more > 0 ? `; and ${more} more` : '')
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters - 3)}...`
}
