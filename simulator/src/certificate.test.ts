import { createPrivateKey, X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { createCredentials } from './certificate.ts'

const credentials = await createCredentials(new Date('2031-03-10T12:00:00Z'))
const authority = new X509Certificate(credentials.certificateAuthority)
const server = new X509Certificate(credentials.certificate)

test('the authority is a CA, and the server certificate is valid for 127.0.0.1 only', () => {
  const summary = (certificate: X509Certificate) => {
    const { subject, issuer, ca, subjectAltName, keyUsage } = certificate
    return { subject, issuer, ca, subjectAltName, keyUsage }
  }
  expect([summary(authority), summary(server)]).toEqual([
    { subject: 'CN=Simulator', issuer: 'CN=Simulator', ca: true, subjectAltName: undefined, keyUsage: undefined },
    {
      subject: 'CN=127.0.0.1',
      issuer: 'CN=Simulator',
      ca: false,
      subjectAltName: 'IP Address:127.0.0.1',
      keyUsage: ['1.3.6.1.5.5.7.3.1'],
    },
  ])
})

test('both certificates are signed by the authority, and the private key matches the server certificate', () => {
  expect([authority, server].map((one) => one.verify(authority.publicKey))).toEqual([true, true])
  expect([server.checkIssued(authority), server.verify(server.publicKey)]).toEqual([true, false])
  expect(server.checkPrivateKey(createPrivateKey(credentials.privateKey))).toBe(true)
})

test('both certificates are valid from three days before their creation until a year after it', () => {
  for (const { validFromDate, validToDate } of [authority, server])
    expect([validFromDate, validToDate]).toEqual([new Date('2031-03-07T12:00:00Z'), new Date('2032-03-09T12:00:00Z')])
})

test('each start creates a new authority and new serial numbers', async () => {
  const another = await createCredentials(new Date())
  expect(server.verify(new X509Certificate(another.certificateAuthority).publicKey)).toBe(false)
  const serialNumbers = [credentials, another].flatMap(({ certificateAuthority, certificate }) => [
    new X509Certificate(certificateAuthority).serialNumber,
    new X509Certificate(certificate).serialNumber,
  ])
  expect(new Set(serialNumbers).size).toBe(4)
})
