import { expect, test } from 'vitest'
import { findInboxLink } from './link.ts'

for (const [text, link] of [
  ['Your order is here: https://t.example/inbox/abc123', 'https://t.example/inbox/abc123'],
  ['See http://127.0.0.1:3000/inbox/a?b=c#d.', 'http://127.0.0.1:3000/inbox/a?b=c#d'],
  ['(https://t.example/inbox/a)\nhttps://t.example/inbox/b', 'https://t.example/inbox/a'],
  ['Shop: on its way http://127.0.0.1:3000/i/a1B2 Reply STOP to opt out', 'http://127.0.0.1:3000/i/a1B2'],
  ['https://shop.example/ then <https://t.example/inbox/a>', 'https://t.example/inbox/a'],
  ['https://t.example/inboxes/a https://t.example/is/a https://t.example/x/inbox/a https://t.example/?/inbox/', null],
  ['ftp://t.example/inbox/a http://[/inbox/', null],
  ['', null],
] as const)
  test(`the inbox link is the first http(s) link whose path starts with /inbox/ or /i/: ${text} → ${link}`, () => {
    expect(findInboxLink(text)).toBe(link)
  })
