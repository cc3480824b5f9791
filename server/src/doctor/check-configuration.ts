import { configurationLines } from './configuration.decide.ts'
import type { Line } from './lines.decide.ts'
import type { DoctorSettings } from './settings.ts'

export function checkConfiguration(problems: string[], settings: DoctorSettings): Line[] {
  const { secretKeys, digestKey, operatorToken } = settings
  const ring = (secretKeys ?? []).map(({ id, bytes }) => ({ name: `key ${id} of SECRET_KEYS`, bytes }))
  // An installation that began with SECRET_KEY has the same bytes in both.
  const isSingle = ring.length === 1 && secretKeys![0].id === '0' && digestKey?.equals(ring[0]!.bytes)
  const keys = [...ring, ...(digestKey == null || isSingle ? [] : [{ name: 'DIGEST_KEY', bytes: digestKey }])]
  return configurationLines({
    problems,
    keys: keys.map(({ name, bytes }, index) => ({
      name,
      differentBytes: new Set(bytes).size,
      sameAs: keys.slice(0, index).find((earlier) => earlier.bytes.equals(bytes))?.name ?? null,
    })),
    operatorTokenCharacters: operatorToken == null ? null : new Set(operatorToken).size,
  })
}
