/**
 * Whether the keys of a process are those that its database was used with. A process with other keys would not find stored
 * opt-outs, would contact people who opted out, and could not sign webhooks, so it must not start.
 */
export const keyKinds = ['sealing', 'digest'] as const
export type KeyKind = (typeof keyKinds)[number]
export type KeyCheck = { keyId: string; checkValue: Buffer }
export type KeyFacts = {
  ring: KeyCheck[]
  digest: KeyCheck
  recorded: (KeyCheck & { kind: KeyKind })[]
  /** The ids of the keys of stored webhook secrets, and whether the key with this id in the ring opens the newest of them. */
  sealed: { keyId: string; opens: boolean }[]
  /** Whether a process of any release has used this database. */
  isUsed: boolean
  /** Whether a stored number has the digest that this digest key results in. Null if there is no number. */
  findsNumbers: boolean | null
}

/** Until the first release with a keyring there was one key for everything, which is key 0. */
const firstKeyId = '0'

export function keyProblems({ ring, digest, recorded, sealed, isUsed, findsNumbers }: KeyFacts): string[] {
  const inRing = (id: string): KeyCheck | undefined => ring.find(({ keyId }) => keyId === id)
  const recordOf = (of: KeyKind, id: string): KeyCheck | undefined =>
    recorded.find(({ kind, keyId }) => kind === of && keyId === id)
  const recordedDigest = recordOf('digest', digest.keyId)
  const isUpgraded = isUsed && recorded.length === 0
  const needed = new Set([...sealed.map(({ keyId }) => keyId), ...(isUpgraded ? [firstKeyId] : [])])
  const expectedDigest = recordedDigest ?? (isUpgraded ? inRing(firstKeyId) : undefined)
  return [
    ...[...needed].filter((id) => inRing(id) === undefined).map(missing),
    ...ring.filter((key) => differs(recordOf('sealing', key.keyId), key)).map(({ keyId }) => different(keyId)),
    ...sealed
      .filter(({ keyId, opens }) => !opens && inRing(keyId) !== undefined && recordOf('sealing', keyId) === undefined)
      .map(({ keyId }) => different(keyId)),
    ...(differs(expectedDigest, digest) || (isUpgraded && findsNumbers === false) ? [otherDigestKey] : []),
  ]
}

/** Why a command must not seal data with the first key of the ring. */
export function commandProblems({ ring, recorded }: Pick<KeyFacts, 'ring' | 'recorded'>): string[] {
  const first = ring[0]!.keyId
  return recorded.some(({ kind, keyId }) => kind === 'sealing' && keyId === first) ? [] : [unused(first)]
}

const differs = (expected: KeyCheck | undefined, given: KeyCheck): boolean =>
  expected !== undefined && !expected.checkValue.equals(given.checkValue)

const runbook = 'docs/runbooks/rotate-secret-keys.md'
const nameOf = (id: string): string => (id === firstKeyId ? 'key 0 (the former SECRET_KEY)' : `key ${id}`)
const missing = (id: string): string =>
  `SECRET_KEYS lacks ${nameOf(id)}, which stored data needs: add it again, and remove it only after npm run reseal (${runbook})`
const different = (id: string): string =>
  `${nameOf(id)} in SECRET_KEYS is not the key that this database was used with under that id: set the earlier key, or give the new key another id (${runbook})`
const unused = (id: string): string =>
  `no process has started with ${nameOf(id)} yet: set it for all processes first (${runbook})`
const otherDigestKey = `DIGEST_KEY is not the key that this database was used with, so stored suppressions, opt-outs and stops would not be found: set the earlier key, in an installation that began with SECRET_KEY that one (${runbook})`
