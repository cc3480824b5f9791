import { domainToUnicode } from 'node:url'

/**
 * A host name as a person may read it. Letters of different scripts can look alike, so a host that mixes scripts is shown
 * in the form of its DNS entry (xn--…). The whole host counts and not each label: the Cyrillic “аррӏе” before “.com” is
 * such a mix. Only East Asian labels may stand beside Latin ones, which they do not resemble.
 */
export function readableHost(host: string): string {
  if (!host.includes('xn--')) return host
  const readable = domainToUnicode(host)
  const labels = readable.split('.')
  const isReadable =
    alphabets.some((alphabet) => labels.every((label) => alphabet.test(label))) ||
    eastAsian.some((script) => labels.every((label) => script.test(label) || plain.test(label)))
  return isReadable ? readable : host
}

const plain = /^[a-z0-9-]+$/

// The scripts that names are registered in. Hebrew and Arabic are left out on purpose: where the host runs to the left,
// the screen shows a path of the same script before it, in the place where people look for the host.
const alphabets = [
  'Latin Cyrillic Greek Armenian Georgian Ethiopic',
  'Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala',
  'Thai Lao Khmer Myanmar',
].flatMap((scripts) => scripts.split(' ').map((script) => labelIn(script)))

const eastAsian = [labelIn('Han', 'Hiragana', 'Katakana'), labelIn('Han', 'Hangul'), labelIn('Han', 'Bopomofo')]

function labelIn(...scripts: string[]): RegExp {
  const letters = scripts.map((script) => String.raw`\p{Script_Extensions=${script}}`)
  return new RegExp(`^[${letters.join('')}0-9-]+$`, 'u')
}
