import { expect, test } from 'vitest'
import { emailProblem, normaliseEmail } from './email.ts'

for (const address of [
  'ada@example.com',
  ' Ada+Orders@Example.COM ',
  'a.b@x.co',
  'o/brien@example.com',
  "o'brien@example.com",
  'ada@bücher.example',
  'ada@xn--bcher-kva.example',
  `${'x'.repeat(64)}@example.com`,
])
  test(`2.1 ${address} is an address`, () => {
    expect(emailProblem(address)).toBeNull()
  })

for (const address of [
  '',
  ' ',
  'ada',
  '@example.com',
  'ada@',
  'ada@localhost',
  'a@b@example.com',
  'a da@example.com',
  'ada@exa mple.com',
  'ada@example.com\r\nBcc: x@example.com',
  'Ada <ada@example.com>',
  '"a b"@example.com',
  'ädä@example.com',
  '.ada@example.com',
  'ada.@example.com',
  'a..b@example.com',
  'ada@-x.com',
  'ada@x_y.com',
  'ada@1.2.3.4',
  'ada@[127.0.0.1]',
  'ada@example.com.',
  `${'x'.repeat(65)}@example.com`,
  `a@${`${'x'.repeat(60)}.`.repeat(5)}com`,
])
  test(`2.1 ${JSON.stringify(address.slice(0, 60))} is none`, () => {
    expect(emailProblem(address)).not.toBeNull()
  })

test('2.1 an address is trimmed and lower-cased', () => {
  expect(normaliseEmail('\t ADA@Example.com ')).toBe('ada@example.com')
})
