import { expect, test } from 'vitest'
import { findUnsubscribeUrl, readBody, readHead } from './mail.ts'

const raw = (...lines: string[]) => Buffer.from(lines.join('\r\n'))

for (const [header, url] of [
  ['<https://t.example/u/1>', 'https://t.example/u/1'],
  ['<mailto:u@t.example?subject=stop>, <http://t.example/u/1>', 'http://t.example/u/1'],
  ['<https://t.example/ u/1>', 'https://t.example/u/1'],
  ['<mailto:u@t.example>', null],
  ['', null],
] as const)
  test(`unsubscribe_url is the http(s) address in List-Unsubscribe: ${header} → ${url}`, () => {
    expect(findUnsubscribeUrl(header)).toBe(url)
  })

test('folded headers are unfolded, encoded words decoded, repeated headers joined, names lower-cased', () => {
  const head = readHead(
    raw(
      'From: =?utf-8?Q?K=C3=A4se_=26_Co?= <shop@example.com>',
      'Subject: =?utf-8?B?RMO8cmY=?=',
      ' =?utf-8?B?dGlnIPCfp4A=?= and',
      ' more',
      'X-Note: one',
      'X-NOTE: two',
      'This is not a header',
      '',
      'X-Body: Hi',
      '',
    ),
  )
  expect(head).toEqual({
    from: 'Käse & Co <shop@example.com>',
    subject: 'Dürftig 🧀 and more',
    unsubscribe_url: null,
    headers: { from: 'Käse & Co <shop@example.com>', subject: 'Dürftig 🧀 and more', 'x-note': 'one, two' },
  })
})

for (const [header, from] of [
  ['"Shop, Ltd" <shop@example.com>', 'Shop, Ltd <shop@example.com>'],
  ['shop@example.com', 'shop@example.com'],
  ['Undisclosed', 'Undisclosed'],
  ['', null],
] as const)
  test(`from has the name and the address: ${header} → ${from}`, () => {
    expect(readHead(raw(`From: ${header}`, '', '')).from).toBe(from)
  })

test('missing fields of an email are null', async () => {
  const mail = raw('Content-Type: text/html', '', '<p>Hi</p>', '')
  expect(readHead(mail)).toEqual({
    from: null,
    subject: null,
    unsubscribe_url: null,
    headers: { 'content-type': 'text/html' },
  })
  expect(await readBody(mail)).toEqual({ text: null, html: '<p>Hi</p>', link: null })
})

test('the headers of an email without a body are read', () => {
  expect(readHead(raw('Subject: Hi')).subject).toBe('Hi')
})

test('an email that cannot be parsed has no content', async () => {
  const parts = Array.from({ length: 300 }, (_, level) => [
    `Content-Type: multipart/mixed; boundary="b${level}"`,
    '',
    `--b${level}`,
  ])
  expect(await readBody(raw(...parts.flat(), 'Content-Type: text/plain', '', 'Hi'))).toEqual({
    text: null,
    html: null,
    link: null,
  })
})
