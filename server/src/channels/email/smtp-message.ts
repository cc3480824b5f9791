import { createPrivateKey } from 'node:crypto'
import { Readable } from 'node:stream'
import DKIM from 'nodemailer/lib/dkim'
import MailComposer from 'nodemailer/lib/mail-composer'
import type MimeNode from 'nodemailer/lib/mime-node'
import { encode, wrap } from 'nodemailer/lib/qp'
import type { Mail } from './mail.ts'

export type Dkim = { domain: string; selector: string; privateKey: string }
/** What SMTP carries: from whom and to whom, and what follows DATA. */
export type Letter = { envelope: { from: string | false; to: string[] }; content: Readable }

/** One-click unsubscription counts only where both of its headers are signed (RFC 8058). */
const signedHeaders =
  'From:To:Subject:Date:Message-ID:MIME-Version:Content-Type:Auto-Submitted:List-Unsubscribe:List-Unsubscribe-Post'

export function createLetterWriter(dkim: Dkim | null): (mail: Mail) => Letter {
  const signer = dkim === null ? null : createSigner(dkim)
  return (mail) => {
    const message = new MailComposer({ ...mail, encoding: 'quoted-printable' }).compile()
    const bytes = Buffer.from(written(message))
    return { envelope: message.getEnvelope(), content: signer?.sign(bytes) ?? Readable.from(bytes) }
  }
}

/**
 * The whole text at once. The library's own way is through a dozen streams: it ends in the same mail, but takes more
 * than twice the time, and writing a mail costs us more than submitting it.
 */
function written(part: MimeNode): string {
  const headers = `${part.buildHeaders()}\r\n\r\n`
  if (part.childNodes.length === 0) return headers + wrap(encode(part.content as string))
  const children = part.childNodes.map((child) => `--${part.boundary}\r\n${written(child)}\r\n`)
  return `${headers}${children.join('')}--${part.boundary}--\r\n`
}

function createSigner({ domain, selector, privateKey }: Dkim): DKIM {
  // Read once: reading it for every mail would take as long as signing. A key that cannot be read throws here;
  // the signer itself would send the mail unsigned.
  const key = createPrivateKey(privateKey)
  if (key.asymmetricKeyType !== 'rsa') throw new Error('The DKIM key is not an RSA key')
  return new DKIM({ domainName: domain, keySelector: selector, privateKey: key, headerFieldNames: signedHeaders })
}
