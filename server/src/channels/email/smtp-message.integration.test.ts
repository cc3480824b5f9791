import { createHash, createVerify, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import MailComposer from 'nodemailer/lib/mail-composer'
import PostalMime from 'postal-mime'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Mail } from './mail.ts'
import { mailToAda } from './smtp.support.ts'
import { createSmtp } from './smtp.ts'
import { createMessageEncoder } from './smtp-message.ts'
import { startTestProvider } from './smtp-provider.support.ts'

const plain: Mail = {
  ...mailToAda,
  headers: {
    'List-Unsubscribe': '<https://tidings.example/u/1>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
}
const mails: [string, Mail][] = [
  ['a plain email', plain],
  [
    'other scripts',
    { ...plain, subject: 'Ваш заказ в пути 🧀', text: 'Привет, Ада! 🧀\n', html: '<p>Käse für 愛達</p>' },
  ],
  ['long lines', { ...plain, text: 'word '.repeat(400), html: `<p>${'x'.repeat(3_000)}</p>` }],
  ['lines that begin with a dot', { ...plain, text: '.\n..\n.hidden\r\n.\r\n', html: '.' }],
  ['blanks and empty lines', { ...plain, text: ' a \t \n\n\tb\n\n\n', html: '\n\n<p> </p>  \n' }],
  ['an empty text', { ...plain, text: '' }],
]

for (const [what, mail] of mails)
  test(`${what}: the message is equivalent to the one that the mail library builds`, async () => {
    const content = await buffer(createMessageEncoder(null)(mail).content)
    const expected = await new MailComposer({ ...mail, encoding: 'quoted-printable' }).compile().build()
    expect(await parse(content)).toEqual(await parse(expected))
  })

describe('DKIM', () => {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = pemOf(keys.privateKey)

  for (const [what, mail] of mails)
    test(`${what}: the signature is valid for the content that the provider received`, async () => {
      const { headers, body } = splitContent(await received(mail, pem))
      const signature = headers[0]!
      const tags = tagsOf(signature)
      expect(tags).toEqual({
        v: '1',
        a: 'rsa-sha256',
        c: 'relaxed/relaxed',
        d: 'tidings.example',
        q: 'dns/txt',
        s: 'autumn',
        bh: createHash('sha256').update(relaxedBody(body)).digest('base64'),
        h: 'from:to:subject:date:message-id:mime-version:content-type:list-unsubscribe:list-unsubscribe-post',
        b: expect.any(String),
      })
      const signed = tags.h.split(':').map((name) => headers.find((line) => line.toLowerCase().startsWith(`${name}:`))!)
      const unsigned = relaxedHeader(signature).replace(/b=[^;=]+=*$/, 'b=')
      const text = [...signed.map(relaxedHeader), unsigned].join('\r\n')
      expect(createVerify('sha256').update(text).verify(keys.publicKey, tags.b, 'base64')).toBe(true)
    })

  test('a key that is not valid throws at startup, so that no email is sent unsigned', () => {
    const elliptic = pemOf(generateKeyPairSync('ed25519').privateKey)
    const encoderWith = (privateKey: string) => () =>
      createMessageEncoder({ domain: 'tidings.example', selector: 'autumn', privateKey })
    expect(encoderWith('not a key')).toThrow('unsupported')
    expect(encoderWith(elliptic)).toThrow('The DKIM key is not an RSA key')
    expect(encoderWith(pem)).not.toThrow()
  })
})

function pemOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** Parses a message and omits the MIME boundaries and encodings. */
async function parse(content: Buffer): Promise<unknown> {
  const { headers, headerLines: _, ...mail } = await PostalMime.parse(content)
  return { ...mail, headers: headers.filter(({ key }) => !key.startsWith('content-')) }
}

async function received(mail: Mail, privateKey: string): Promise<string> {
  const provider = await startTestProvider({}, ['PIPELINING'])
  const dkim = { domain: 'tidings.example', selector: 'autumn', privateKey }
  const smtp = createSmtp({ url: `smtp://127.0.0.1:${provider.port}`, connections: 1, dkim })
  onTestFinished(() => {
    smtp.close()
    provider.stop()
  })
  expect(await smtp.submit(mail)).toEqual({ outcome: 'accepted' })
  return provider.contents[0]!
}

function tagsOf(signature: string): Record<string, string> & { h: string; b: string } {
  const tags = signature.replaceAll(/\s/g, '').matchAll(/(\w+)=([^;]*)/g)
  return Object.fromEntries([...tags].map(([, name, value]) => [name, value]))
}

/** Splits the content into headers, each with its folded lines, and the body. */
function splitContent(content: string): { headers: string[]; body: string } {
  const end = content.indexOf('\r\n\r\n')
  return { headers: content.slice(0, end).split(/\r\n(?![ \t])/), body: content.slice(end + 4) }
}

// RFC 6376, 3.4.2 and 3.4.4.
function relaxedHeader(line: string): string {
  const [, name = '', value = ''] = /^([^:]+):([^]*)$/.exec(line) ?? []
  return `${name.toLowerCase()}:${value
    .replaceAll('\r\n', '')
    .replaceAll(/[ \t]+/g, ' ')
    .trim()}`
}
function relaxedBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replaceAll(/[ \t]+/g, ' ').trimEnd())
  return `${lines.join('\r\n').replace(/(\r\n)+$/, '')}\r\n`
}
