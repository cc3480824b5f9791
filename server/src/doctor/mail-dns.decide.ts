import { type Line, ok, problem, warning } from './lines.decide.ts'

/** The DNS records that receivers check for the domain of EMAIL_FROM: DKIM (RFC 6376), SPF (RFC 7208) and DMARC (RFC 7489). */
export type TxtRecords = { kind: 'records'; texts: string[] } | { kind: 'failed'; code: string }
export type DkimFacts = { name: string; keyBits: number; publicKey: string; txt: TxtRecords } | null
export type SpfFacts = { domain: string; txt: TxtRecords }
/** The domain itself first, then the domains above it, up to the one where a record was found. */
export type DmarcFacts = { domain: string; lookups: { name: string; txt: TxtRecords }[] }

const minKeyBits = 1024

export function dkimLines(facts: DkimFacts): Line[] {
  if (facts === null) return [ok('dkim', 'the provider signs, because DKIM_SELECTOR is not set')]
  const { name, keyBits, publicKey, txt } = facts
  if (txt.kind === 'failed') return [lookupFailed('dkim', name, txt.code)]
  const records = txt.texts.filter((text) => tagOf(text, 'p') !== null)
  const publish = `Publish at ${name} the TXT record "v=DKIM1; k=rsa; p=${publicKey}".`
  if (keyBits < minKeyBits)
    return [problem('dkim', `DKIM_PRIVATE_KEY has ${keyBits} bits`, 'Generate a key with openssl genrsa 2048.')]
  if (records.length === 0) return [problem('dkim', `${name} has no DKIM record`, publish)]
  if (records.length > 1)
    return [problem('dkim', `${name} has ${records.length} DKIM records`, 'Delete all but one of them.')]
  const published = tagOf(records[0]!, 'p')!.replaceAll(/\s/g, '')
  if (published === '') return [problem('dkim', `the key at ${name} is revoked`, publish)]
  if (published !== publicKey)
    return [
      problem(
        'dkim',
        `the key at ${name} is not that of DKIM_PRIVATE_KEY`,
        `${publish.slice(0, -1)}, or set DKIM_PRIVATE_KEY to the key that belongs to the published one.`,
      ),
    ]
  return [ok('dkim', `the key at ${name} matches`)]
}

export function spfLines({ domain, txt }: SpfFacts): Line[] {
  if (txt.kind === 'failed') return [lookupFailed('spf', domain, txt.code)]
  const records = txt.texts.filter((text) => /^v=spf1( |$)/i.test(text))
  if (records.length === 0)
    return [
      problem(
        'spf',
        `${domain} has no SPF record`,
        `Publish at ${domain} the TXT record "v=spf1 include:<the domain that your provider names> -all".`,
      ),
    ]
  if (records.length > 1)
    return [problem('spf', `${domain} has ${records.length} SPF records, so receivers use none`, 'Join them into one.')]
  const [record] = records
  if (/(^| )\+?all( |$)/i.test(record!))
    return [problem('spf', `the SPF record of ${domain} permits every server`, 'End it with -all instead of +all.')]
  if (!/ [-~?]all( |$)| redirect=/i.test(record!))
    return [warning('spf', `the SPF record of ${domain} does not end`, 'End it with -all or ~all.')]
  return [ok('spf', `${domain} has an SPF record`)]
}

export function dmarcLines({ domain, lookups }: DmarcFacts): Line[] {
  for (const { name, txt } of lookups) {
    if (txt.kind === 'failed') return [lookupFailed('dmarc', name, txt.code)]
    const records = txt.texts.filter((text) => /^v=DMARC1\s*(;|$)/i.test(text))
    if (records.length > 1)
      return [
        problem('dmarc', `${name} has ${records.length} DMARC records, so receivers use none`, 'Delete all but one.'),
      ]
    const [record] = records
    if (record === undefined) continue
    const policy = tagOf(record, 'p')?.toLowerCase() ?? ''
    if (!['none', 'quarantine', 'reject'].includes(policy))
      return [problem('dmarc', `the DMARC record at ${name} has no valid policy`, 'Add p=quarantine to it.')]
    if (policy === 'none')
      return [
        warning(
          'dmarc',
          `the DMARC record at ${name} only asks for reports`,
          'Change p=none to p=quarantine when the reports are clean.',
        ),
      ]
    return [ok('dmarc', `${name} has the policy ${policy}`)]
  }
  return [
    problem(
      'dmarc',
      `${domain} has no DMARC record`,
      `Publish at _dmarc.${domain} the TXT record "v=DMARC1; p=quarantine; rua=mailto:<an address that you read>".`,
    ),
  ]
}

const lookupFailed = (check: 'dkim' | 'spf' | 'dmarc', name: string, code: string): Line =>
  problem(
    check,
    `DNS does not respond for ${name} (${code})`,
    'Correct the name servers of this machine or of the domain.',
  )

/** The value of a tag in a list such as `v=DKIM1; k=rsa; p=…`. Null if the tag is missing. */
const tagOf = (text: string, tag: string): string | null =>
  new RegExp(`(?:^|;)\\s*${tag}\\s*=([^;]*)`, 'i').exec(text)?.[1]?.trim() ?? null
