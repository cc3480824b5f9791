import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto'
import { bitString, encode, integer, objectIdentifier, octetString, sequence, set, text, utcTime, yes } from './der.ts'

/** What a server on 127.0.0.1 shows and signs with, and the authority that its clients have to trust; all in PEM. */
type Credentials = { certificateAuthority: string; certificate: string; privateKey: string }

/**
 * An authority for one certificate. Its key is forgotten here, so it can never sign another: whoever trusts it trusts
 * this server alone. Encoded by hand, which takes a few milliseconds: a library for it takes 150 to load.
 */
export function createCredentials(now: Date): Credentials {
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const server = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const certify = (subject: string, publicKey: KeyObject, extensions: Buffer[]): string =>
    signed(certificateOf(subject, publicKey, extensions, now), authority.privateKey)

  return {
    certificateAuthority: certify(authorityName, authority.publicKey, authorityExtensions(authority.publicKey)),
    certificate: certify('127.0.0.1', server.publicKey, serverExtensions(authority.publicKey)),
    privateKey: server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

const authorityName = 'Simulator'
const dayMilliseconds = 24 * 60 * 60 * 1000

const identifiers = {
  ecdsaWithSha256: objectIdentifier('1.2.840.10045.4.3.2'),
  commonName: objectIdentifier('2.5.4.3'),
  subjectKeyIdentifier: objectIdentifier('2.5.29.14'),
  keyUsage: objectIdentifier('2.5.29.15'),
  subjectAlternativeName: objectIdentifier('2.5.29.17'),
  basicConstraints: objectIdentifier('2.5.29.19'),
  authorityKeyIdentifier: objectIdentifier('2.5.29.35'),
  extendedKeyUsage: objectIdentifier('2.5.29.37'),
  serverAuthentication: objectIdentifier('1.3.6.1.5.5.7.3.1'),
}
const algorithm = sequence(identifiers.ecdsaWithSha256)

// Where a field may be left out, or be one of several, its tag is a number that only its place gives a meaning.
const tags = { version: 0xa0, extensions: 0xa3, addressName: 0x87, keyIdentifier: 0x80 }
const version3 = encode(tags.version, integer(2))
const certificateSigning = bitString(Buffer.of(0b0000_0100), 2)
const digitalSignature = bitString(Buffer.of(0b1000_0000), 7)

/** The fields of RFC 5280, 4.1, in their order. It begins in the past for the sake of clocks that are slow. */
function certificateOf(subject: string, publicKey: KeyObject, extensions: Buffer[], now: Date): Buffer {
  const begin = new Date(now.getTime() - 3 * dayMilliseconds)
  const end = new Date(now.getTime() + 365 * dayMilliseconds)
  return sequence(
    version3,
    // The leading one keeps the number positive, whatever bits follow.
    integer(1, ...randomBytes(15)),
    algorithm,
    nameOf(authorityName),
    sequence(utcTime(begin), utcTime(end)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    encode(tags.extensions, sequence(...extensions)),
  )
}

function signed(certificate: Buffer, key: KeyObject): string {
  const signature = bitString(sign('sha256', certificate, key))
  return new X509Certificate(sequence(certificate, algorithm, signature)).toString()
}

function nameOf(commonName: string): Buffer {
  return sequence(set(sequence(identifiers.commonName, text(commonName))))
}

/** An authority, and good for signing certificates only. */
function authorityExtensions(authorityKey: KeyObject): Buffer[] {
  return [
    critical(identifiers.basicConstraints, sequence(yes)),
    critical(identifiers.keyUsage, certificateSigning),
    extension(identifiers.subjectKeyIdentifier, octetString(digestOf(authorityKey))),
  ]
}

/** A server at 127.0.0.1 and nothing else. Strict clients also want to be told which key has signed. */
function serverExtensions(authorityKey: KeyObject): Buffer[] {
  return [
    critical(identifiers.keyUsage, digitalSignature),
    extension(identifiers.extendedKeyUsage, sequence(identifiers.serverAuthentication)),
    extension(identifiers.subjectAlternativeName, sequence(encode(tags.addressName, Buffer.of(127, 0, 0, 1)))),
    extension(identifiers.authorityKeyIdentifier, sequence(encode(tags.keyIdentifier, digestOf(authorityKey)))),
  ]
}

const extension = (id: Buffer, value: Buffer): Buffer => sequence(id, octetString(value))
/** One that a client must understand or refuse the certificate. */
const critical = (id: Buffer, value: Buffer): Buffer => sequence(id, yes, octetString(value))

/** Any digest of the key will do: it only has to be the same in both certificates. */
function digestOf(key: KeyObject): Buffer {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest()
    .subarray(0, 20)
}
