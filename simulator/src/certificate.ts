// oxlint-disable-next-line import/no-unassigned-import -- the X.509 package does not load without it
import 'reflect-metadata'
import type { webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'

/** A certificate and its private key, both as PEM. */
export type Credentials = { certificate: string; privateKey: string }
/** The hosts a certificate is for. */
export type Names = { type: 'dns' | 'ip'; value: string }[]
type Validity = { notBefore: Date; notAfter: Date }
type KeyType = keyof typeof algorithms

const dayMilliseconds = 24 * 60 * 60 * 1000
const algorithms = {
  ec: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  rsa: {
    name: 'RSASSA-PKCS1-v1_5',
    modulusLength: 2048,
    publicExponent: Uint8Array.of(1, 0, 1),
    hash: 'SHA-256',
  },
} as const

/**
 * Credentials for a server on 127.0.0.1, and the authority that its clients have to trust. The authority's key is discarded, so
 * it can never sign another certificate: a client that trusts it trusts this server only.
 */
export async function createCredentials(now: Date): Promise<Credentials & { certificateAuthority: string }> {
  const authority = await createAuthority('Simulator', yearAround(now))
  const server = await authority.issue('127.0.0.1', [{ type: 'ip', value: '127.0.0.1' }])
  return { certificateAuthority: authority.certificate, ...server }
}

/** An authority that can only sign certificates. The server certificates it issues have its own validity. */
export async function createAuthority(name: string, validity: Validity) {
  const [issuer, signingAlgorithm] = [`CN=${name}`, algorithms.ec]
  const keys = await createKeys('ec')
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: issuer,
    ...validity,
    keys,
    signingAlgorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })

  async function issue(subject: string, names: Names): Promise<Credentials> {
    const { publicKey, privateKey } = await createKeys('ec')
    const issued = await x509.X509CertificateGenerator.create({
      subject: `CN=${subject}`,
      issuer,
      ...validity,
      publicKey,
      signingKey: keys.privateKey,
      signingAlgorithm,
      // Strict clients refuse a certificate that does not identify the key that signed it.
      extensions: [...serverExtensions(names), await x509.AuthorityKeyIdentifierExtension.create(keys.publicKey)],
    })
    return asPem(issued, privateKey)
  }
  return { certificate: certificate.toString('pem'), issue }
}

export async function createSelfSigned(
  names: Names,
  validity: Validity,
  keyType: KeyType = 'ec',
): Promise<Credentials> {
  const keys = await createKeys(keyType)
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=self-signed',
    ...validity,
    keys,
    signingAlgorithm: algorithms[keyType],
    extensions: serverExtensions(names),
  })
  return asPem(certificate, keys.privateKey)
}

/** Begins three days in the past, so that a client whose clock is slow accepts the certificate. */
export const yearAround = (now: Date): Validity => ({
  notBefore: new Date(now.getTime() - 3 * dayMilliseconds),
  notAfter: new Date(now.getTime() + 365 * dayMilliseconds),
})

const createKeys = (type: KeyType): Promise<webcrypto.CryptoKeyPair> =>
  crypto.subtle.generateKey(algorithms[type], true, ['sign', 'verify'])

function serverExtensions(names: Names): x509.Extension[] {
  return [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
    new x509.SubjectAlternativeNameExtension(names),
  ]
}

async function asPem(certificate: x509.X509Certificate, privateKey: webcrypto.CryptoKey): Promise<Credentials> {
  const key = await crypto.subtle.exportKey('pkcs8', privateKey)
  return { certificate: certificate.toString('pem'), privateKey: x509.PemConverter.encode(key, 'PRIVATE KEY') }
}
