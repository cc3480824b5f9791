import { describe, expect, test } from 'vitest'
import { mapPaid } from '../channels/registry.ts'
import { wordsIn } from './locales/locales.ts'
import { controls, mapChannelControls } from './settings.decide.ts'
import type { SettingsView } from './settings.ts'
import { settingsPage } from './settings-page.ts'

const nothing = { ...mapChannelControls(() => false), number: false, everything: false, erasure: false }
const view: SettingsView = {
  shop: 'Fern & Wood',
  email: 'ada@example.com',
  phone: '+447700900123',
  consentedAt: { ...mapPaid(() => null), sms: new Date('2026-11-15T05:12:00Z') },
  erasureAskedAt: new Date('2026-11-15T05:12:00Z'),
  messageCount: 14,
  standing: nothing,
  stopped: [],
  done: null,
}
const pageOf = (over: Partial<SettingsView>): string => settingsPage(wordsIn.en, { ...view, ...over }, 'proof').markup
const detailsOf = (id: string, markup: string): string =>
  new RegExp(`<details id="${id}">.*?</details>`, 's').exec(markup)?.[0] ?? ''
const wordsOf = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

describe('each control (2.10)', () => {
  for (const id of controls)
    test(`${id}: a form while it can be used, words once it has been`, () => {
      const offered = detailsOf(id, pageOf({}))
      expect(offered).toContain(`<form method="post" action="/inbox/settings/${id}">`)
      expect(offered).toContain('<input type="hidden" name="proof" value="proof">')
      expect(offered).toContain(wordsIn.en[id].doesNot)
      expect(detailsOf(id, pageOf({ standing: { ...nothing, [id]: true } }))).not.toContain('<form')
    })

  test('“Stopped” is said of what is stopped', () => {
    const markup = pageOf({ stopped: ['texts', 'everything'] })
    expect(controls.filter((id) => detailsOf(id, markup).includes('<span>Stopped</span>'))).toEqual([
      'texts',
      'everything',
    ])
  })

  test('a stop by text says that START would lift it, and can be made firm', () => {
    const details = detailsOf('texts', pageOf({ stopped: ['texts' as const] }))
    expect(wordsOf(details)).toContain('You stopped texts by replying STOP')
    expect(details).toContain('<form')
  })

  test('which number, by its end; when it was asked to be erased', () => {
    expect(wordsOf(detailsOf('number', pageOf({})))).toContain('the number ending in 0123 is taken off')
    const asked = detailsOf('erasure', pageOf({ standing: { ...nothing, erasure: true } }))
    expect(wordsOf(asked)).toContain('You asked Fern &amp; Wood on 15 November 2026, 05:12 UTC')
  })
})

test('what is held is shown, the number masked', () => {
  const shown = wordsOf(detailsOf('held', pageOf({})))
  expect(shown).toContain(
    'Email address ada@example.com Number +44*******123 Number first given 15 November 2026, 05:12 UTC Agreed to WhatsApp Never',
  )
  expect(shown).toContain('Messages 14')
})

for (const done of [null, ...controls])
  test(`done: ${done}`, () => {
    const markup = pageOf({ done })
    const status = /<p id="done" class="yes" role="status">(.*?)<\/p>/.exec(markup)?.[1]
    const said = done === null ? undefined : wordsIn.en[done].done.replace('{shop}', '<bdi>Fern &amp; Wood</bdi>')
    expect(status).toBe(said)
    // The title is what a screen reader says first.
    expect(/<title>(.*?)<\/title>/.exec(markup)?.[1]).toBe(
      said?.replaceAll(/<\/?bdi>/g, '') ?? 'Settings and your data',
    )
  })
