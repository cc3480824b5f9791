import { expect, test } from 'vitest'
import { createCookies } from './cookies.ts'

const inbox = new URL('http://127.0.0.1:3000/inbox/abc')

for (const [rule, lines, url, header] of [
  ['a cookie is sent back', ['a=1; HttpOnly; SameSite=Lax; Path=/'], inbox.href, 'a=1'],
  ['several cookies are sent together', ['a=1; Path=/', 'b=2; Path=/'], inbox.href, 'a=1; b=2'],
  ['a value may contain an equals sign', ['a=1=2==; Path=/'], inbox.href, 'a=1=2=='],
  ['a new cookie replaces the old one', ['a=1; Path=/', 'a=2; Path=/'], inbox.href, 'a=2'],
  ['a cookie with another path does not replace it', ['a=1; Path=/', 'a=2; path=/inbox'], inbox.href, 'a=1; a=2'],
  ['a path matches the paths below it', ['a=1; Path=/inbox'], 'http://127.0.0.1:3000/inbox/x/y', 'a=1'],
  ['a path matches itself', ['a=1; Path=/inbox'], 'http://127.0.0.1:3000/inbox', 'a=1'],
  ['a path does not match a longer word', ['a=1; Path=/inbox'], 'http://127.0.0.1:3000/inboxes', ''],
  ['the default path is the directory', ['a=1'], 'http://127.0.0.1:3000/inbox/other', 'a=1'],
  ['the default path does not match the parent directory', ['a=1'], 'http://127.0.0.1:3000/', ''],
  ['another host does not receive it', ['a=1; Path=/'], 'http://localhost:3000/inbox/abc', ''],
  ['another port is the same host', ['a=1; Path=/'], 'http://127.0.0.1:4000/', 'a=1'],
  ['Max-Age=0 deletes', ['a=1; Path=/', 'a=; Path=/; Max-Age=0'], inbox.href, ''],
  ['a past Expires deletes', ['a=1; Path=/', 'a=; Path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT'], inbox.href, ''],
  ['Max-Age wins over Expires', ['a=1; Path=/; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], inbox.href, 'a=1'],
  ['a future Expires stores the cookie', ['a=1; Path=/; Expires=Fri, 01 Jan 2100 00:00:00 GMT'], inbox.href, 'a=1'],
  ['without cookies there is no header', [], inbox.href, ''],
] as [string, string[], string, string][])
  test(`${rule}: ${lines.join(' | ')} → ${header}`, () => {
    const cookies = createCookies()
    cookies.store(inbox, lines)
    expect(cookies.headerFor(new URL(url))).toBe(header)
  })
