import { createHash } from 'node:crypto'
import { isWellFormedKey } from '../server/src/keys/key-format.ts'

/** `digest` identifies the secret in output and in the list of allowed ones, which must not contain the secret itself. */
export type Finding = { kind: string; line: number; digest: string }

type Rule = { kind: string; pattern: RegExp; isSecret?: (found: string) => boolean }

/** Bits per character. Ordinary words have less. */
const minEntropy = 3.7

/** The first group of a pattern is the secret, or the whole match if there is no group. */
const rules: Rule[] = [
  { kind: 'an API key of this service', pattern: /\btd_(?:live|test)_[0-9A-Za-z]{51}\b/g, isSecret: isWellFormedKey },
  { kind: 'a webhook secret of this service', pattern: /\bwhsec_[0-9A-Za-z+/]{43}=/g },
  { kind: 'a private key', pattern: /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s+([0-9A-Za-z+/=\s]{64})/g },
  { kind: 'an AWS access key', pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g },
  { kind: 'a Twilio API key', pattern: /\bSK[0-9a-f]{32}\b/g },
  { kind: 'a Stripe key', pattern: /\b[rs]k_(?:live|test)_[0-9A-Za-z]{16,}\b/g },
  { kind: 'a SendGrid key', pattern: /\bSG\.[\w-]{16,32}\.[\w-]{16,64}/g },
  { kind: 'a Mailgun key', pattern: /\bkey-[0-9a-f]{32}\b/g },
  { kind: 'a Resend key', pattern: /\bre_[0-9A-Za-z]{8}_[0-9A-Za-z]{16,}\b/g },
  { kind: 'a Meta access token', pattern: /\bEAA[0-9A-Za-z]{60,}\b/g },
  { kind: 'a Google API key', pattern: /\bAIza[\w-]{35}\b/g },
  { kind: 'a GitHub token', pattern: /\bgh[oprsu]_[0-9A-Za-z]{36}\b/g },
  { kind: 'an npm token', pattern: /\bnpm_[0-9A-Za-z]{36}\b/g },
  { kind: 'a Slack token', pattern: /\bxox[abprs]-[0-9A-Za-z-]{20,}/g },
  { kind: 'a signed token', pattern: /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/g },
  { kind: 'a password in an address', pattern: /\b[a-z][a-z+]+:\/\/[^\s:/@]+:([^\s@/$]{12,})@/g, isSecret: isRandom },
  {
    kind: 'a random value with the name of a secret',
    pattern:
      /(?:secret|token|passw(?:or)?d|api_?key|signing_?key|private_?key)\w*["']?\s*[:=]\s*["'`]([^\s"'`$]{20,})["'`]/gi,
    isSecret: isRandom,
  },
]

/** Finds everything that looks like a secret, without duplicates. */
export function findSecrets(text: string): Finding[] {
  const found = new Map<string, Finding>()
  for (const { kind, pattern, isSecret = () => true } of rules)
    for (const match of text.matchAll(pattern)) {
      const secret = match[1] ?? match[0]
      if (!isSecret(secret)) continue
      const digest = digestOf(secret)
      found.set(digest, found.get(digest) ?? { kind, line: lineAt(text, match.index), digest })
    }
  return [...found.values()].toSorted((one, two) => one.line - two.line)
}

const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('hex').slice(0, 16)
const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length

/** Shannon entropy: ordinary words repeat letters more often than random values. */
function isRandom(text: string): boolean {
  const counts = new Map<string, number>()
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  const bits = [...counts.values()].reduce(
    (sum, count) => sum - (count / text.length) * Math.log2(count / text.length),
    0,
  )
  return bits >= minEntropy && /\d/.test(text)
}
