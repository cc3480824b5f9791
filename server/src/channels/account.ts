import { parseJson } from './json.ts'

/** What a provider says about our account when we read it with our credentials. `not_subscribed`: it would send no callbacks. */
export type AccountState = 'active' | 'suspended' | 'unauthorised' | 'not_found' | 'not_subscribed' | 'unknown'

/** A request that changes nothing and sends nothing, and the meaning of its response. */
export type AccountRead = {
  url: string
  headers: Record<string, string>
  stateOf: (status: number, body: string) => AccountState
}

export function accountState(status: number, body: string, isSuspended: (account: unknown) => boolean): AccountState {
  if (status === 200) return isSuspended(parseJson(body)) ? 'suspended' : 'active'
  if (status === 401 || status === 403) return 'unauthorised'
  return status === 404 ? 'not_found' : 'unknown'
}
