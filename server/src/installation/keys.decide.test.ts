import { expect, test } from 'vitest'
import { secretKeyOf } from '../keyring.support.ts'
import { checkValue } from '../keyring.ts'
import { commandProblems, type KeyFacts, type KeyKind, keyProblems } from './keys.decide.ts'

const check = (keyId: string, key = keyId) => ({ keyId, checkValue: checkValue(secretKeyOf(key).bytes) })
const record = (kind: KeyKind, keyId: string, key = keyId) => ({ kind, ...check(keyId, key) })

/** An installation that began with SECRET_KEY and has been checked before. */
const usual: KeyFacts = {
  ring: [check('0')],
  digest: check('digest', '0'),
  recorded: [record('sealing', '0'), record('digest', 'digest', '0')],
  sealed: [{ keyId: '0', opens: true }],
  isUsed: true,
  findsNumbers: true,
}
const upgraded = { recorded: [] }

const rows: [what: string, Partial<KeyFacts>, problems: RegExp[]][] = [
  ['the same keys', {}, []],
  ['an appended key', { ring: [check('0'), check('1')] }, []],
  ['a new first key', { ring: [check('1'), check('0')] }, []],
  ['a removed key that nothing needs', { ring: [check('1')], sealed: [{ keyId: '1', opens: true }] }, []],
  ['a removed key that a secret needs', { ring: [check('1')] }, [/^SECRET_KEYS lacks key 0 /]],
  [
    'a removed key that only an older secret needs',
    {
      ring: [check('2')],
      sealed: [
        { keyId: '1', opens: false },
        { keyId: '2', opens: true },
      ],
    },
    [/^SECRET_KEYS lacks key 1,/],
  ],
  ['another key under a known id', { ring: [check('0', 'other')] }, [/^key 0 .* is not the key/]],
  [
    'another key under an id that was never first',
    { ring: [check('0'), check('1', 'other')], recorded: [...usual.recorded, record('sealing', '1')] },
    [/^key 1 in SECRET_KEYS is not the key/],
  ],
  ['another digest key', { digest: check('digest', 'other') }, [/^DIGEST_KEY is not the key/]],
  [
    'another SECRET_KEY',
    { ring: [check('0', 'other')], digest: check('digest', 'other') },
    [/^key 0 .* is not the key/, /^DIGEST_KEY is not the key/],
  ],
  ['a secret that was changed in the database', { sealed: [{ keyId: '0', opens: false }] }, []],
  ['the first start', { recorded: [], sealed: [], isUsed: false }, []],
  [
    'the first start with separate keys',
    { ring: [check('1')], digest: check('digest'), recorded: [], sealed: [], isUsed: false },
    [],
  ],
  ['the first start after the upgrade', upgraded, []],
  ['the first start after the upgrade with a new key', { ...upgraded, ring: [check('1'), check('0')] }, []],
  [
    'the first start after the upgrade with another SECRET_KEY',
    { ...upgraded, sealed: [{ keyId: '0', opens: false }] },
    [/^key 0 .* is not the key/],
  ],
  [
    'the first start after the upgrade with another digest key',
    { ...upgraded, digest: check('digest', 'other') },
    [/^DIGEST_KEY is not the key/],
  ],
  [
    'the first start after the upgrade with another SECRET_KEY and no webhook endpoint',
    { ...upgraded, sealed: [], findsNumbers: false },
    [/^DIGEST_KEY is not the key/],
  ],
  ['the first start after the upgrade without numbers', { ...upgraded, sealed: [], findsNumbers: null }, []],
  [
    'a new digest key after the check of the lost one was deleted',
    { recorded: [record('sealing', '0')], digest: check('digest', 'other'), findsNumbers: false },
    [],
  ],
  [
    'the same, without a key 0',
    {
      ring: [check('1')],
      recorded: [record('sealing', '1')],
      sealed: [],
      digest: check('digest', 'other'),
      findsNumbers: false,
    },
    [],
  ],
  [
    'the first start after the upgrade without the earlier key',
    { ...upgraded, ring: [check('1')], sealed: [] },
    [/^SECRET_KEYS lacks key 0 /],
  ],
]
for (const [what, differs, problems] of rows)
  test(`${what}: ${problems.length === 0 ? 'starts' : 'refuses to start'}`, () => {
    expect(keyProblems({ ...usual, ...differs })).toEqual(problems.map((problem) => expect.stringMatching(problem)))
  })

for (const [what, ring, problems] of [
  ['a first key that a process has started with', [check('0'), check('1')], []],
  [
    'a first key that no process has started with',
    [check('1'), check('0')],
    [/^no process has started with key 1 yet/],
  ],
] as const)
  test(`a command with ${what}: ${problems.length === 0 ? 'runs' : 'is refused'}`, () => {
    expect(commandProblems({ ...usual, ring: [...ring] })).toEqual(
      problems.map((problem) => expect.stringMatching(problem)),
    )
  })
