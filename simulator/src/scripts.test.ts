import { expect, test } from 'vitest'
import { type Behaviour, createScripts, type Script } from './scripts.ts'

const script = (behaviour: Behaviour, times: number | null = null, to = 'ada@example.com'): Script => ({
  channel: 'email',
  to,
  behaviour,
  times,
})

for (const [rule, written, expected] of [
  ['accept is the default', [], ['accept', 'accept']],
  ['without times a script stays in force', [script('refuse')], ['refuse', 'refuse', 'refuse', 'refuse']],
  ['times counts down', [script('throttle', 2)], ['throttle', 'throttle', 'accept', 'accept']],
  ['a script with behaviour accept removes the previous one', [script('refuse'), script('accept')], ['accept']],
  ['a new script replaces the old', [script('refuse', 3), script('hang', 1)], ['hang', 'accept']],
  ['addresses are compared lower-cased and trimmed', [script('refuse', 1, ' Ada@Example.COM ')], ['refuse', 'accept']],
  ['a script does not apply to another address', [script('refuse', null, 'bob@example.com')], ['accept']],
] as [string, Script[], Behaviour[]][])
  test(`${rule} → ${expected.join(', ')}`, () => {
    const scripts = createScripts()
    for (const one of written) scripts.write(one)
    expect(expected.map(() => scripts.next('email', 'ada@example.com'))).toEqual(expected)
  })

test('clear removes every script', () => {
  const scripts = createScripts()
  scripts.write(script('refuse'))
  scripts.clear()
  expect(scripts.next('email', 'ada@example.com')).toBe('accept')
})

test('a script applies to one number on one channel', () => {
  const scripts = createScripts()
  scripts.write({ channel: 'whatsapp', to: '+447700900123', behaviour: 'not_on_whatsapp', times: null })
  expect([
    scripts.next('whatsapp', '+447700900123'),
    scripts.next('whatsapp', '+447700900124'),
    scripts.next('sms', '+447700900123'),
  ]).toEqual(['not_on_whatsapp', 'accept', 'accept'])
})
