/** Spellings of one host, for tests: characters that UTS #46 maps, ignores or composes, and the ASCII form itself. */
import { domainToASCII } from 'node:url'
import fc from 'fast-check'

const hosts = [
  'shop.example',
  'mail.bücher.example',
  'straße.example',
  'οδοσ.example',
  '例え.テスト',
  'a1.ﬁnd-us.example',
]
const dots = ['.', '\u3002', '\uff0e', '\uff61']
const ignored = ['', '', '', '\u00ad', '\u200b', '\ufe0f']

/** Changes only letters whose upper case maps back, so not ß, whose upper case is SS. */
const upper = (character: string): string =>
  character.toUpperCase().toLowerCase() === character ? character.toUpperCase() : character
const fullwidth = (character: string): string =>
  /[a-z0-9]/.test(character) ? String.fromCodePoint(character.codePointAt(0)! + 0xfee0) : character

const spellingOf = (character: string): fc.Arbitrary<string> =>
  character === '.'
    ? fc.constantFrom(...dots)
    : fc
        .tuple(
          fc.constantFrom(character, character, upper(character), fullwidth(character), character.normalize('NFD')),
          fc.constantFrom(...ignored),
        )
        .map(([written, after]) => written + after)

const respelled = (host: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.tuple(...Array.from(host, spellingOf)).map((parts) => parts.join('')) },
    { weight: 1, arbitrary: fc.constantFrom(domainToASCII(host), domainToASCII(host).toUpperCase()) },
  )

/** A host and `count` other spellings of it. */
export const spelledHosts = (count: number): fc.Arbitrary<{ host: string; spellings: string[] }> =>
  fc.constantFrom(...hosts).chain((host) =>
    fc.record({
      host: fc.constant(host),
      spellings: fc.array(respelled(host), { minLength: count, maxLength: count }),
    }),
  )
