import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bodyHtml, bodyText, cleanText } from './safe-text.ts'

const link = (href: string, shown = href): string =>
  `<a href="${href}" rel="noopener noreferrer nofollow" dir="ltr">${shown}</a>`

describe('cleanText', () => {
  for (const [dirty, clean] of [
    ['one\r\ntwo\rthree\u2028four\u2029five\u0085six', 'one\ntwo\nthree\nfour\nfive\nsix'],
    ['tab\tand\nline stay', 'tab\tand\nline stay'],
    ['\0\u0007\u001b[31m\u007f\u009b', '[31m'],
    ['\u202egnp.exe\u202c \u2066a\u2069 \u200eb\u200f \u061c', 'gnp.exe a b '],
    // The joiners in Persian words and in emoji are part of the spelling.
    ['می\u200cخواهم 👩\u200d🚀 🏳️\u200d🌈', 'می\u200cخواهم 👩\u200d🚀 🏳️\u200d🌈'],
  ] as const)
    test(`only control characters and direction marks are removed: ${JSON.stringify(dirty)}`, () => {
      expect(cleanText(dirty)).toBe(clean)
    })
})

describe('bodyHtml', () => {
  for (const [text, markup] of [
    ['plain', 'plain'],
    ['<b onclick="x()">&\'</b>', '&lt;b onclick=&quot;x()&quot;&gt;&amp;&#39;&lt;/b&gt;'],
    ['two\n  lines', 'two\n  lines'],
    [
      'http://a.example and https://b.example/c?d=1&e=2#f',
      `${link('http://a.example/', 'http://a.example')} and ${link('https://b.example/c?d=1&amp;e=2#f')}`,
    ],
    ['(See https://a.example/b.)', `(See ${link('https://a.example/b')}.)`],
    [
      'https://a.example/w/Order_(law), https://a.example/t_',
      `${link('https://a.example/w/Order_(law)')}, ${link('https://a.example/t_')}`,
    ],
    ['(https://a.example/w/Order_(law))', `(${link('https://a.example/w/Order_(law)')})`],
    [
      '“https://a.example/b” <https://a.example/b>',
      `“${link('https://a.example/b')}” &lt;${link('https://a.example/b')}&gt;`,
    ],
    ['请看https://a.example/b。谢谢', `请看${link('https://a.example/b')}。谢谢`],
    ['HTTPS://A.Example:443/B', link('https://a.example/B')],
    ['https://a.example:8443/ü', link('https://a.example:8443/%C3%BC', 'https://a.example:8443/ü')],
    ['https://münchen.example', link('https://xn--mnchen-3ya.example/', 'https://münchen.example')],
    ['https://pаypal.example/', link('https://xn--pypal-4ve.example/')],
    ['https://shop\u200b.example/', link('https://shop.example/')],
    ['https://shop.example/\u202egnp', link('https://shop.example/gnp')],
    ['https://bank.example@evil.example/', 'https://bank.example@evil.example/'],
    ['https://bank.example:x@evil.example/', 'https://bank.example:x@evil.example/'],
    [
      'https:///evil.example https://. http://a.example:99999/',
      'https:///evil.example https://. http://a.example:99999/',
    ],
    [
      'javascript:alert(1) data:text/html,x ftp://a.example mailto:a@b.example',
      'javascript:alert(1) data:text/html,x ftp://a.example mailto:a@b.example',
    ],
  ] as const)
    test(`the markup contains only text and links: ${JSON.stringify(text)} (2.1)`, () => {
      expect(bodyHtml(text).markup).toBe(markup)
    })

  for (const piece of [')', '.', '(', 'https://', 'https://a.b)', '\n '])
    test(`the time is linear in the length of the text: ${JSON.stringify(piece)}`, () => {
      const begin = performance.now()
      bodyHtml(`https://a.example/${piece.repeat(300_000 / piece.length)}`)
      expect(performance.now() - begin).toBeLessThan(3000)
    })
})

test('bodyText displays hosts like bodyHtml', () => {
  expect(bodyText('Go to https://pаypal.example/ü,\r\nor <b>https://münchen.example</b>')).toBe(
    'Go to https://xn--pypal-4ve.example/ü,\nor <b>https://münchen.example</b>',
  )
})

describe('a body becomes only text and links', () => {
  const tokens = [
    'https:// http:// javascript: data:text/html, // @ : . / \\ ? # %2f %00 ( ) \' " > <script> </a> <a href=" <!-- &lt; &#x3c;',
    'shop.example аррӏе.com xn-- xn--80ak6aa92e.com 例え.jp [::1] 127.1 \u202e \u2066 \u200f \u200b \0 。 ⁄ ノ א',
  ].flatMap((row) => row.split(' '))
  const hostile = fc
    .array(
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...tokens, ' ', '\n', '\t', '\u2028') },
        { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
      ),
      { maxLength: 24 },
    )
    .map((pieces) => pieces.join(''))
  const anchor = /<a href="(https?:\/\/[^"<>\s]+)" rel="noopener noreferrer nofollow" dir="ltr">([^<>]*)<\/a>/g
  const unescape = (markup: string): string =>
    markup.replaceAll(
      /&(amp|lt|gt|quot|#39);/g,
      (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'",
    )
  const runs = { numRuns: 3000 }

  test('the only element is a link to http or https', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(bodyHtml(text).markup.replaceAll(anchor, '')).not.toMatch(/[<>]/)
      }),
      runs,
    )
  })
  test('the target of a link is the displayed address', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const [, href, shown] of bodyHtml(text).markup.matchAll(anchor))
          expect(new URL(unescape(shown!)).href).toBe(unescape(href!))
      }),
      runs,
    )
  })
  test('both forms have the same text, without invisible characters', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const read = unescape(bodyHtml(text).markup.replaceAll(anchor, '$2'))
        expect(read).toBe(bodyText(text))
        expect(read).not.toMatch(/(?![\n\t])\p{Cc}|\p{Bidi_Control}|\u2028|\u2029/u)
        expect(cleanText(read)).toBe(read)
      }),
      runs,
    )
  })
})
