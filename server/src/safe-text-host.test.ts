import { domainToASCII } from 'node:url'
import { expect, test } from 'vitest'
import { readableHost } from './safe-text-host.ts'

for (const host of [
  'shop.example',
  '127.0.0.1',
  '[::1]',
  'münchen.de',
  'việtnam.example',
  'пример.рф',
  'παράδειγμα.ελ',
  'उदाहरण.परीक्षा',
  'ตัวอย่าง.ไทย',
  '例え.jp',
  '佐々木.example',
  'スーパー24.co.jp',
  '한국.kr',
  '中文网.com',
])
  test(`a host in one script is displayed in Unicode: ${host}`, () => {
    expect(readableHost(domainToASCII(host) || host)).toBe(host)
  })

for (const [host, why] of [
  ['аррӏе.com', 'Cyrillic before a Latin top level'],
  ['pаypal.example', 'one Cyrillic letter'],
  ['αpple.example', 'one Greek letter'],
  ['bank.comノlogin.jp', 'a Katakana letter that looks like a slash'],
  ['한국ひ.kr', 'Korean with Japanese'],
  ['ᏚᎬᎡ.example', 'a script that is not allowed'],
  ['i❤.example', 'a symbol'],
  ['דוגמה.קום', 'right-to-left'],
  ['مثال.com', 'partly right-to-left'],
] as const)
  test(`any other host is displayed in ASCII form: ${host}, ${why}`, () => {
    const ascii = domainToASCII(host)
    expect(ascii).toMatch(/xn--/)
    expect(readableHost(ascii)).toBe(ascii)
  })
