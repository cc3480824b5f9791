import { createPrivateKey, createPublicKey } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { checkSmtp } from '../channels/email/smtp-check.ts'
import { isLoopbackHost } from '../secure-url.ts'
import type { Line } from './lines.decide.ts'
import { type DkimFacts, type DmarcFacts, dkimLines, dmarcLines, spfLines, type TxtRecords } from './mail-dns.decide.ts'
import type { DoctorSettings } from './settings.ts'
import { smtpLines } from './smtp.decide.ts'

const smtpTimeoutMilliseconds = 8_000
const dnsTimeoutMilliseconds = 3_000
const dnsTries = 2

export async function checkSmtpServer(smtpUrl: string): Promise<Line[]> {
  const url = new URL(smtpUrl)
  return smtpLines({
    host: url.host,
    isLoopback: isLoopbackHost(url.hostname),
    hasCredentials: url.username !== '',
    requiresTls: url.protocol === 'smtps:' || url.searchParams.get('requireTLS') === 'true',
    ...(await checkSmtp(smtpUrl, smtpTimeoutMilliseconds)),
  })
}

type LookUp = (name: string) => Promise<TxtRecords>

/** `dnsServer` is an address such as 127.0.0.1:5353; null for the name servers of this machine. */
export function createLookUp(dnsServer: string | null): LookUp {
  const resolver = new Resolver({ timeout: dnsTimeoutMilliseconds, tries: dnsTries })
  if (dnsServer !== null) resolver.setServers([dnsServer])
  return async (name) => {
    try {
      const records = await resolver.resolveTxt(name)
      return { kind: 'records', texts: records.map((parts) => parts.join('')) }
    } catch (error) {
      const { code = 'unknown' } = Object(error) as { code?: string }
      return ['ENODATA', 'ENOTFOUND'].includes(code) ? { kind: 'records', texts: [] } : { kind: 'failed', code }
    }
  }
}

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

export async function checkDkim(lookUp: LookUp, domain: string, dkim: DoctorSettings['dkim']): Promise<Line[]> {
  if (dkim == null) return dkimLines(null)
  const key = createPrivateKey(dkim.privateKey)
  const name = `${dkim.selector}._domainkey.${domain}`
  const facts: DkimFacts = {
    name,
    keyBits: key.asymmetricKeyDetails?.modulusLength ?? 0,
    publicKey: createPublicKey(dkim.privateKey).export({ type: 'spki', format: 'der' }).toString('base64'),
    txt: await lookUp(name),
  }
  return dkimLines(facts)
}

export const checkSpf = async (lookUp: LookUp, domain: string): Promise<Line[]> =>
  spfLines({ domain, txt: await lookUp(domain) })

/** A record of a domain above also applies. A domain with a single label has none. */
export async function checkDmarc(lookUp: LookUp, domain: string): Promise<Line[]> {
  const lookups: DmarcFacts['lookups'] = []
  const labels = domain.split('.')
  for (let first = 0; first < labels.length - 1; first++) {
    const name = `_dmarc.${labels.slice(first).join('.')}`
    const txt = await lookUp(name)
    lookups.push({ name, txt })
    if (txt.kind === 'failed' || txt.texts.some((text) => /^v=DMARC1/i.test(text))) break
  }
  return dmarcLines({ domain, lookups })
}
