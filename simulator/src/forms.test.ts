import { expect, test } from 'vitest'
import { findOpenForm } from './forms.ts'

const address = new URL('http://127.0.0.1:3000/inbox/abc?page=1')
const openUrl = 'http://127.0.0.1:3000/inbox/abc/open'

for (const [rule, page, found] of [
  ['a relative action', '<form method="post" action="abc/open"></form>', [openUrl, '']],
  ['an absolute path', '<form method="post" action="/inbox/abc/open"></form>', [openUrl, '']],
  ['an absolute URL', `<form action="${openUrl}" method="post"></form>`, [openUrl, '']],
  ['a query', '<form method="post" action="abc/open?a=1&amp;b=2"></form>', [`${openUrl}?a=1&b=2`, '']],
  ['other spellings', `<FORM Method=POST\n  action='abc/open' hidden>\n</FORM>`, [openUrl, '']],
  ['another form first', `<form action="/open"></form><form method="post" action="abc/open"></form>`, [openUrl, '']],
  ['a form with method get is ignored', '<form method="get" action="abc/open"></form>', null],
  ['a form with another path is ignored', '<form method="post" action="abc/reopen"></form>', null],
  ['no form', '<p>Expired</p>', null],
  [
    'hidden inputs in document order',
    `<form method="post" action="abc/open">
      <input type="hidden" name="token" value="a b&amp;c">
      <label>Name <input type="text" name="name" value="Ada"></label>
      <input name=token type=hidden value=2 /><input type="hidden" name="empty"><input type="hidden" value="nameless">
    </form><input type="hidden" name="outside" value="1">`,
    [openUrl, 'token=a+b%26c&token=2&empty='],
  ],
  [
    'quoted values that look like markup',
    `<form method="post" data-note="a > b" action="abc/open"><input type="hidden" name="a" value='<input name="b">'></form>`,
    [openUrl, 'a=%3Cinput+name%3D%22b%22%3E'],
  ],
  [
    'entities',
    `<form method="post" action="abc/open"><input type="hidden" name="a" value="&lt;&GT;&quot;&#39;&#x2F;&apos;&other;"></form>`,
    [openUrl, 'a=%3C%3E%22%27%2F%27%26other%3B'],
  ],
] as [string, string, [string, string] | null][])
  test(`finding the open form: ${rule}`, () => {
    const form = findOpenForm(page, address)
    expect(form && [form.action.href, form.fields.toString()]).toEqual(found)
  })
