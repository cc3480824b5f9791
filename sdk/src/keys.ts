import type { ApiKeyList, CreateKeyRequest, NewApiKey } from './openapi.ts'
import type { CallOptions } from './options.ts'
import { segment } from './path.ts'
import type { Call } from './send.ts'

const base = '/api/v1/keys'

export const keysOf = (call: Call) => ({
  /** Lists the keys that work now, newest first. */
  list: (options?: CallOptions): Promise<ApiKeyList> => call('listKeys', 'GET', base, options),

  /** Creates a key and returns its secret once. Not repeated after an unknown outcome: list the keys, and revoke the lost one. */
  create: (request: CreateKeyRequest = {}, options?: CallOptions): Promise<NewApiKey> =>
    call('createKey', 'POST', base, { ...options, body: request }),

  /**
   * Revokes a key and every key below it that was not detached; with `minted` all keys that it created. A repetition after an
   * unknown outcome can be 404, because the key is revoked already.
   */
  revoke: (id: string, { minted, ...options }: CallOptions & { minted?: boolean } = {}): Promise<undefined> =>
    call('revokeKey', 'DELETE', `${base}/${segment(id)}`, { ...options, query: { minted } }),
})
