import { expect, test } from 'vitest'
import { createCookies } from './cookies.ts'

const inbox = new URL('http://127.0.0.1:3000/inbox/abc')

for (const [rule, lines, url, header] of [
  ['a cookie goes back', ['a=1; HttpOnly; SameSite=Lax; Path=/'], inbox.href, 'a=1'],
  ['several go back together', ['a=1; Path=/', 'b=2; Path=/'], inbox.href, 'a=1; b=2'],
  ['a value may hold an equals sign', ['a=1=2==; Path=/'], inbox.href, 'a=1=2=='],
  ['a new one replaces the old', ['a=1; Path=/', 'a=2; Path=/'], inbox.href, 'a=2'],
  ['one of another path does not', ['a=1; Path=/', 'a=2; path=/inbox'], inbox.href, 'a=1; a=2'],
  ['a path covers what is below it', ['a=1; Path=/inbox'], 'http://127.0.0.1:3000/inbox/x/y', 'a=1'],
  ['a path covers itself', ['a=1; Path=/inbox'], 'http://127.0.0.1:3000/inbox', 'a=1'],
  ['a path is no beginning of a word', ['a=1; Path=/inbox'], 'http://127.0.0.1:3000/inboxes', ''],
  ['without a path it is the folder', ['a=1'], 'http://127.0.0.1:3000/inbox/other', 'a=1'],
  ['and nothing above the folder', ['a=1'], 'http://127.0.0.1:3000/', ''],
  ['another host is not told', ['a=1; Path=/'], 'http://localhost:3000/inbox/abc', ''],
  ['another port is the same host', ['a=1; Path=/'], 'http://127.0.0.1:4000/', 'a=1'],
  ['Max-Age=0 deletes', ['a=1; Path=/', 'a=; Path=/; Max-Age=0'], inbox.href, ''],
  ['a past Expires deletes', ['a=1; Path=/', 'a=; Path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT'], inbox.href, ''],
  ['Max-Age wins over Expires', ['a=1; Path=/; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], inbox.href, 'a=1'],
  ['a future Expires holds', ['a=1; Path=/; Expires=Fri, 01 Jan 2100 00:00:00 GMT'], inbox.href, 'a=1'],
  ['no cookies, no header', [], inbox.href, ''],
] as [string, string[], string, string][])
  test(`${rule}: ${lines.join(' | ')} → ${header}`, () => {
    const cookies = createCookies()
    cookies.keep(inbox, lines)
    expect(cookies.headerFor(new URL(url))).toBe(header)
  })
