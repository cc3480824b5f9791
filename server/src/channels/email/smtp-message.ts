import { createPrivateKey } from 'node:crypto'
import { Readable } from 'node:stream'
import DKIM from 'nodemailer/lib/dkim'
import MailComposer from 'nodemailer/lib/mail-composer'
import type MimeNode from 'nodemailer/lib/mime-node'
import { encode, wrap } from 'nodemailer/lib/qp'
import type { Mail } from './mail.ts'

export type Dkim = { domain: string; selector: string; privateKey: string }
/** The envelope, and the content that follows DATA. */
export type SmtpMessage = { envelope: { from: string | false; to: string[] }; content: Readable }

/** Email clients offer one-click unsubscription only if both of its headers are signed (RFC 8058). */
const signedHeaders =
  'From:To:Subject:Date:Message-ID:MIME-Version:Content-Type:Auto-Submitted:List-Unsubscribe:List-Unsubscribe-Post'

export function createMessageEncoder(dkim: Dkim | null): (mail: Mail) => SmtpMessage {
  const signer = dkim === null ? null : createSigner(dkim)
  return (mail) => {
    const message = new MailComposer({ ...mail, encoding: 'quoted-printable' }).compile()
    const bytes = Buffer.from(serialise(message))
    return { envelope: message.getEnvelope(), content: signer?.sign(bytes) ?? Readable.from(bytes) }
  }
}

/**
 * Serialises the whole message at once. The library's own stream pipeline has the same result but takes more than twice the
 * time, and encoding an email costs more processor time than submitting it.
 */
function serialise(part: MimeNode): string {
  const headers = `${part.buildHeaders()}\r\n\r\n`
  if (part.childNodes.length === 0) return headers + wrap(encode(part.content as string))
  const children = part.childNodes.map((child) => `--${part.boundary}\r\n${serialise(child)}\r\n`)
  return `${headers}${children.join('')}--${part.boundary}--\r\n`
}

function createSigner({ domain, selector, privateKey }: Dkim): DKIM {
  // Parsed once: parsing the key for every email would take as long as signing. A key that is not valid throws here; the
  // signer itself would send the email unsigned.
  const key = createPrivateKey(privateKey)
  if (key.asymmetricKeyType !== 'rsa') throw new Error('The DKIM key is not an RSA key')
  return new DKIM({ domainName: domain, keySelector: selector, privateKey: key, headerFieldNames: signedHeaders })
}
