import { describe, expect, test } from 'vitest'
import { bodyHtml } from '../../src/safe-text.ts'
import { newVisitor, startBrowser } from './browser.ts'

const page = await newVisitor(await startBrowser(), { viewport: { width: 1280, height: 400 } })

/** The first link of a body in the order in which eyes meet its characters, from left to right. */
async function linkAsSeen(body: string): Promise<string> {
  await page.setContent(`<!doctype html><div dir="auto">${bodyHtml(body).markup}</div>`)
  return page.evaluate<string>(`(() => {
    const text = document.querySelector('a').firstChild
    const places = [...text.data].map((character, index) => {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + 1)
      return { character, left: range.getBoundingClientRect().left }
    })
    return places.toSorted((one, other) => one.left - other.left).map(({ character }) => character).join('')
  })()`)
}

describe('bidi and homographs', () => {
  for (const [what, body, seen] of [
    ['a mark that reverses', 'https://a.example/\u202egpj.moc', 'https://a.example/gpj.moc'],
    ['a mark before it', '\u202ehttps://moc.live/', 'https://moc.live/'],
    ['an isolate that is never closed', '\u2067https://a.example/b', 'https://a.example/b'],
    ['Hebrew around it', 'שלום https://a.example/b עולם', 'https://a.example/b'],
    ['a Hebrew path, which runs to the left after the host', 'https://a.example/אבג', 'https://a.example/גבא'],
    ['an Arabic host, which is shown as its DNS entry', 'https://مثال.com/', 'https://xn--mgbh0fb.com/'],
    ['a Cyrillic host that looks Latin', 'https://аррӏе.com/', 'https://xn--80ak6aa92e.com/'],
    ['one Cyrillic letter', 'https://pаypal.example/', 'https://xn--pypal-4ve.example/'],
    ['a host that is honestly Cyrillic', 'https://пример.рф/', 'https://пример.рф/'],
  ] as const)
    test(`a link with ${what} is seen as ${seen}`, async () => {
      expect(await linkAsSeen(body)).toBe(seen)
    })
})
