import { createPrivateKey, X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { createCredentials } from './certificate.ts'

const credentials = await createCredentials(new Date('2031-03-10T12:00:00Z'))
const authority = new X509Certificate(credentials.certificateAuthority)
const server = new X509Certificate(credentials.certificate)

test('the authority is an authority, the server is 127.0.0.1 and nobody else', () => {
  const told = (certificate: X509Certificate) => {
    const { subject, issuer, ca, subjectAltName, keyUsage } = certificate
    return { subject, issuer, ca, subjectAltName, keyUsage }
  }
  expect([told(authority), told(server)]).toEqual([
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

test('both are signed by the authority, and the server has the key of its certificate', () => {
  expect([authority, server].map((one) => one.verify(authority.publicKey))).toEqual([true, true])
  expect([server.checkIssued(authority), server.verify(server.publicKey)]).toEqual([true, false])
  expect(server.checkPrivateKey(createPrivateKey(credentials.privateKey))).toBe(true)
})

test('both hold from three days before they were made until a year after', () => {
  for (const { validFromDate, validToDate } of [authority, server])
    expect([validFromDate, validToDate]).toEqual([new Date('2031-03-07T12:00:00Z'), new Date('2032-03-09T12:00:00Z')])
})

test('every start has an authority and numbers of its own', async () => {
  const another = await createCredentials(new Date())
  expect(server.verify(new X509Certificate(another.certificateAuthority).publicKey)).toBe(false)
  const numbers = [credentials, another].flatMap(({ certificateAuthority, certificate }) => [
    new X509Certificate(certificateAuthority).serialNumber,
    new X509Certificate(certificate).serialNumber,
  ])
  expect(new Set(numbers).size).toBe(4)
})
