import { expect, test } from 'vitest'
import type { Arrival } from '../evidence.ts'
import type { Reseal, Visit } from '../history.ts'
import { arrival, verdict } from './checker.support.ts'
import { checkSecretKeys } from './secret-keys.ts'

const visit = (path: string, status: number | null): Visit => ({ kind: 'visit', at: 1_000, path, status })
const reseal = (problem: string | null): Reseal => ({ kind: 'reseal', at: 1_000, problem })

const rows: [what: string, Visit[], Arrival[], Reseal[], isViolation: boolean][] = [
  ['a link that leads to the inbox', [visit('/inbox/t', 303), visit('/i/t', 303)], [], [], false],
  ['an unsubscribe page', [visit('/unsubscribe/t', 200)], [], [], false],
  ['no response, or an error of the service', [visit('/i/t', null), visit('/i/t', 503)], [], [], false],
  ['a rejected inbox link', [visit('/inbox/t', 404)], [], [], true],
  ['the page for an old link of a text', [visit('/i/t', 200)], [], [], true],
  ['a rejected unsubscribe link', [visit('/unsubscribe/t', 404)], [], [], true],
  ['a valid signature', [], [arrival()], [], false],
  ['the signature of another secret', [], [arrival({ secret: 'whsec_y' })], [], true],
  ['the signature of another body', [], [arrival({ body: '[]' })], [], true],
  ['no signature', [], [arrival({ signature: '' })], [], true],
  ['a complete reseal', [], [], [reseal(null)], false],
  ['a secret that still needs the old key', [], [], [reseal('SECRET_KEYS lacks key 0')], true],
]
for (const [what, visits, arrivals, reseals, isViolation] of rows)
  test(`I11 ${verdict(isViolation)}: ${what}`, () => {
    expect(checkSecretKeys(visits, arrivals, reseals)).toHaveLength(isViolation ? 1 : 0)
  })
