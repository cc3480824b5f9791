import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { timesScript } from './times-script.ts'

for (const [lang, languages, expected] of [
  ['en', ['en-US', 'en'], 'November 15, 2026 at 6:12 AM'],
  ['en', ['ja-JP', 'en-GB'], '15 November 2026 at 06:12'],
  ['de', ['de-AT', 'en'], '15. November 2026 um 06:12'],
  ['fr', undefined, '15 novembre 2026 à 06:12'],
] as const)
  test(`times are in the reader's zone and format: page in ${lang}, browser languages ${languages?.join(', ')}`, () => {
    const time = { dateTime: '2026-11-15T05:12:00.000Z', textContent: '15 November 2026, 05:12 UTC' }
    const inBerlin = function (locale: string, options: Intl.DateTimeFormatOptions) {
      return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'Europe/Berlin' })
    }
    runInNewContext(timesScript, {
      document: { documentElement: { lang }, querySelectorAll: () => [time] },
      navigator: { languages },
      Intl: { DateTimeFormat: inBerlin },
    })
    expect(time.textContent.replaceAll(/\s/g, ' ')).toBe(expected)
  })
