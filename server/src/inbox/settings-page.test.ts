import { describe, expect, test } from 'vitest'
import { plainBrand } from '../brand/brand.ts'
import { mapPaid } from '../channels/registry.ts'
import { localeTexts } from './locales/locales.ts'
import { controls, mapChannelControls } from './settings.decide.ts'
import type { SettingsView } from './settings.ts'
import { settingsPage } from './settings-page.ts'

const nothing = { ...mapChannelControls(() => false), number: false, everything: false, erasure: false }
const view: SettingsView = {
  shop: 'Fern & Wood',
  brand: plainBrand,
  email: 'ada@example.com',
  phone: '+447700900123',
  consentedAt: { ...mapPaid(() => null), sms: new Date('2026-11-15T05:12:00Z') },
  erasureRequestedAt: new Date('2026-11-15T05:12:00Z'),
  messageCount: 14,
  alreadyUsed: nothing,
  stopped: [],
  done: null,
}
const pageOf = (over: Partial<SettingsView>): string =>
  settingsPage(localeTexts.en, { ...view, ...over }, 'token', '/inbox/a1x').markup
const detailsOf = (id: string, markup: string): string =>
  new RegExp(`<details id="${id}">.*?</details>`, 's').exec(markup)?.[0] ?? ''
const textOf = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

describe('each control (2.10)', () => {
  for (const id of controls)
    test(`${id}: a form until it is used, then a text`, () => {
      const offered = detailsOf(id, pageOf({}))
      expect(offered).toContain(`<form method="post" action="/inbox/a1x/settings/${id}">`)
      expect(offered).toContain('<input type="hidden" name="proof" value="token">')
      expect(offered).toContain(localeTexts.en[id].doesNot)
      expect(detailsOf(id, pageOf({ alreadyUsed: { ...nothing, [id]: true } }))).not.toContain('<form')
    })

  test('stopped controls are marked “Stopped”', () => {
    const markup = pageOf({ stopped: ['texts', 'everything'] })
    expect(controls.filter((id) => detailsOf(id, markup).includes('<span>Stopped</span>'))).toEqual([
      'texts',
      'everything',
    ])
  })

  test('a stop by text mentions that START lifts it, and can be made permanent', () => {
    const details = detailsOf('texts', pageOf({ stopped: ['texts' as const] }))
    expect(textOf(details)).toContain('You stopped texts by replying STOP')
    expect(details).toContain('<form')
  })

  test('shows the end of the number, and when the erasure was requested', () => {
    expect(textOf(detailsOf('number', pageOf({})))).toContain('the number ending in 0123 is taken off')
    const requested = detailsOf('erasure', pageOf({ alreadyUsed: { ...nothing, erasure: true } }))
    expect(textOf(requested)).toContain('You asked Fern &amp; Wood on 15 November 2026, 05:12 UTC')
  })
})

test('the data export shows the stored data with a masked number', () => {
  const stored = textOf(detailsOf('data-export', pageOf({})))
  expect(stored).toContain(
    'Email address ada@example.com Number +44*******123 Number first given 15 November 2026, 05:12 UTC Agreed to WhatsApp Never',
  )
  expect(stored).toContain('Messages 14')
})

for (const done of [null, ...controls])
  test(`the confirmation after the control ${done} is in the status and in the title`, () => {
    const markup = pageOf({ done })
    const status = /<p id="done" class="yes" role="status">(.*?)<\/p>/.exec(markup)?.[1]
    const confirmation =
      done === null ? undefined : localeTexts.en[done].done.replace('{shop}', '<bdi>Fern &amp; Wood</bdi>')
    expect(status).toBe(confirmation)
    // A screen reader reads the title first.
    expect(/<title>(.*?)<\/title>/.exec(markup)?.[1]).toBe(
      confirmation?.replaceAll(/<\/?bdi>/g, '') ?? 'Settings and your data',
    )
  })
