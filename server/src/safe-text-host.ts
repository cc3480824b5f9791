import { domainToUnicode } from 'node:url'

/**
 * The form of a host name that is safe to display. Letters of different scripts can look alike, so a host that mixes scripts
 * is displayed in ASCII form (xn--…). The whole host is compared and not each label: the Cyrillic “аррӏе” before “.com” is
 * such a mix. Only East Asian labels may be combined with Latin ones, because they do not resemble them.
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

// The scripts in which host names are registered. Hebrew and Arabic are excluded on purpose: with a right-to-left host, a
// path in the same script is displayed before it, where readers expect the host.
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
