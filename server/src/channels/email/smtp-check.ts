import type { NodemailerError } from 'nodemailer/lib/errors'
import { createConnection } from './smtp-connection.ts'
import { detailOf } from './smtp-reply.ts'

export type SmtpCheck =
  | { kind: 'failed'; step: 'connect' | 'tls' | 'login'; code: string }
  | { kind: 'reached'; isEncrypted: boolean; login: 'accepted' | 'not_offered' | 'none' }

/** Connects and logs in as a submission does, and sends nothing. */
export async function checkSmtp(url: string, timeoutMilliseconds: number): Promise<SmtpCheck> {
  const connection = createConnection(url, {
    connectMilliseconds: timeoutMilliseconds,
    idleMilliseconds: timeoutMilliseconds,
  })
  try {
    await connection.open()
    const hasCredentials = new URL(url).username !== ''
    const login = connection.offersLogin() ? 'accepted' : 'not_offered'
    return { kind: 'reached', isEncrypted: connection.isEncrypted(), login: hasCredentials ? login : 'none' }
  } catch (error) {
    return failureOf(Object(error))
  } finally {
    connection.close()
  }
}

function failureOf(error: NodemailerError): SmtpCheck {
  const code = certificateCode(error) ?? detailOf(error)
  if (error.code === 'EAUTH') return { kind: 'failed', step: 'login', code }
  const isTls = error.code === 'ETLS' || certificateCode(error) !== null || /^(ERR_SSL|EPROTO)/.test(code)
  return { kind: 'failed', step: isTls ? 'tls' : 'connect', code }
}

/** After STARTTLS the library has only the message of OpenSSL. */
const certificateMessages: [RegExp, string][] = [
  [/certificate has expired/, 'CERT_HAS_EXPIRED'],
  [/self-signed certificate/, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  [/unable to (verify|get)/, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  [/does not match certificate/, 'ERR_TLS_CERT_ALTNAME_INVALID'],
]
const certificateCode = ({ message }: NodemailerError): string | null =>
  certificateMessages.find(([pattern]) => pattern.test(message))?.[1] ?? null
