import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** Each retired word, and what to write instead. A word matches on its own and as a part of an identifier. */
const retired: Record<string, string> = {
  'answer|answers|answered|answering': 'response, result, reply, or "returns"',
  'tell|tells|telling|told': 'publish, emit, notify, state',
  held: 'scheduled, waiting, paused, locked, stored',
  kept: 'stored, retained; leased',
  'place|places': 'index, position, location',
  world: 'name the thing: test service, deployment, simulator state',
  'nobody|somebody|everybody|whoever': 'name the party',
  'stranger|strangers': 'unauthenticated caller, unknown sender',
  silence: 'timeout, no report',
  'forget|forgets|forgotten|forgetting': 'purge, delete',
  upkeep: 'maintenance',
  'settle|settled|settles': 'record an outcome',
  undone: 'rejected, refused',
  'lane|lanes': 'batcher, batch, worker',
  unhurried: 'throttled',
  chance: 'random fraction',
  'errand|sighting|fate|fates': 'reply job, installation state, delivery status',
  'call off|calls off|called off': 'cancel',
  'give back|gives back|given back': 'refund, release',
  'in hand|good hands': 'leased, in progress',
  'text instead(?! of)': 'fallback text',
  'holds? still': 'pauses sending',
  'keeps? house': 'runs maintenance',
  'late truth': 'a later report overrides an earlier status',
}

/** Names that are not ours to choose, and documents that quote the retired words. */
const allowed: { files: RegExp; text: RegExp; why: string }[] = [
  { files: /^(STYLE|CHANGELOG)\.md$|^docs\/decisions\/0032-/, text: /./, why: 'names the retired words' },
  { files: /^server\/test\/documents\/vocabulary\.test\.ts$/, text: /./, why: 'lists the retired words' },
  {
    files: /^server\/migrations\//,
    text: /^(?!\s*--)|stored_answers/,
    why: 'statements that ran are not changed, but their comments are',
  },
  { files: /^server\/src\/inbox\/locales\/|^server\/test\/spec\/6-inbox/, text: /./, why: 'texts that customers read' },
  { files: /^server\/test\/upgrade/, text: /./, why: 'uses the names of the release before' },
  {
    files:
      /erasure|one-mailbox|email-identities|fictional-channel|examples\/operator-recipients|cli\/src\/commands\/recipients/,
    text: /\bkept\b/,
    why: 'a field of the erasure report (2.11)',
  },
  {
    files: /./,
    text: /user,? `?nobody|\^?nobody[:@=[]|nobody ===|reuid=nobody|nobody "|[('`]nobody['`]|as nobody/,
    why: 'the Unix user, and an address',
  },
  {
    files: /./,
    text: /\bin[- ]place\b/i,
    why: 'the usual idiom',
  },
  {
    files: /./,
    text: /allSettled|called_off/,
    why: 'a function of the language, and a state of the release before',
  },
  { files: /^simulator\/src\//, text: /\banswered\b|place-items/, why: 'a field of the simulator, and CSS' },
  {
    files: /^server\/(src|test)\//,
    text: /installation\.(place|held_because)|kept_beside_this_record/,
    why: 'columns of the release before',
  },
]

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (file) =>
      /\.(ts|sql|md|json|css|php|py)$|^\.ci\//.test(file) &&
      !/package-lock|openapi\.json|(sdk\/src|operator)\/openapi\.ts|\/samples\//.test(file),
  )
  .filter((file) => existsSync(join(root, file)))

/** camelCase and snake_case are split, so that a part of an identifier is a word. */
const wordsOf = (line: string): string =>
  line
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()

const anyRetired = new RegExp(`\\b(${Object.keys(retired).join('|')})\\b`)
const patterns = Object.entries(retired).map(([word, instead]) => ({
  word,
  instead,
  pattern: new RegExp(`\\b(${word})\\b`),
}))

const findRetired = (file: string, text: string): string[] =>
  text.split('\n').flatMap((line, index) => {
    const words = wordsOf(line)
    // One pattern for all words first, because most lines match none.
    if (!anyRetired.test(words)) return []
    if (allowed.some((exception) => exception.files.test(file) && exception.text.test(line))) return []
    return patterns
      .filter(({ pattern }) => pattern.test(words))
      .map(({ word, instead }) => `${file}:${index + 1} ${word} → ${instead}`)
  })

describe('no retired word is in code, SQL, logs or documents', () => {
  test(`${files.length} files`, () => {
    const found = files.flatMap((file) => findRetired(file, readFileSync(join(root, file), 'utf8')))
    expect(found).toEqual([])
  })
  test('a retired word is found on its own, in an identifier and in a phrase', () => {
    const lines = [
      '// Answers how many.',
      'const heldNudges = 1',
      'set low_balance_told = true',
      '// The text is called off.',
      'fine',
    ]
    expect(findRetired('a.ts', lines.join('\n')).map((found) => found.split(' ')[0])).toEqual([
      'a.ts:1',
      'a.ts:2',
      'a.ts:3',
      'a.ts:4',
    ])
  })
})
