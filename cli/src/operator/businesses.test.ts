import { expect, test } from 'vitest'
import { collectSetting } from './businesses.ts'

for (const [text, name, value] of [
  ['messages_per_day=500', 'messages_per_day', 500],
  ['sending_paused=true', 'sending_paused', true],
  ['email_allowance=null', 'email_allowance', null],
  ['countries=GB,IE', 'countries', ['GB', 'IE']],
  ['name=1042', 'name', '1042'],
  ['contact_email=a=b@example.com', 'contact_email', 'a=b@example.com'],
] as const)
  test(`--set ${text}`, () =>
    expect(collectSetting(text, { plan: 'active' })).toEqual({ plan: 'active', [name]: value }))

for (const text of ['name', '=value'])
  test(`--set ${text} is refused`, () => expect(() => collectSetting(text)).toThrow('name=value'))
