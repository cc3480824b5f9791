import { describe, expect, test } from 'vitest'
import { bodyHtml } from '../../src/safe-text.ts'
import { newVisitor, startBrowser } from './browser.ts'

const page = await newVisitor(await startBrowser(), { viewport: { width: 1280, height: 400 } })

/** The characters of the first link of a body in their visual order, from left to right. */
async function linkInVisualOrder(body: string): Promise<string> {
  await page.setContent(`<!doctype html><div dir="auto">${bodyHtml(body).markup}</div>`)
  return page.evaluate<string>(`(() => {
    const text = document.querySelector('a').firstChild
    const characters = [...text.data].map((character, index) => {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + 1)
      return { character, left: range.getBoundingClientRect().left }
    })
    return characters.toSorted((one, other) => one.left - other.left).map(({ character }) => character).join('')
  })()`)
}

describe('bidirectional marks and homographs do not disguise a link', () => {
  for (const [name, body, displayed] of [
    ['a right-to-left override in it', 'https://a.example/\u202egpj.moc', 'https://a.example/gpj.moc'],
    ['a right-to-left override before it', '\u202ehttps://moc.live/', 'https://moc.live/'],
    ['an unclosed isolate before it', '\u2067https://a.example/b', 'https://a.example/b'],
    ['Hebrew text around it', 'שלום https://a.example/b עולם', 'https://a.example/b'],
    ['a Hebrew path, which runs right to left after the host', 'https://a.example/אבג', 'https://a.example/גבא'],
    ['an Arabic host, which is displayed in its ASCII form', 'https://مثال.com/', 'https://xn--mgbh0fb.com/'],
    ['a Cyrillic host that looks Latin', 'https://аррӏе.com/', 'https://xn--80ak6aa92e.com/'],
    ['one Cyrillic letter in a Latin host', 'https://pаypal.example/', 'https://xn--pypal-4ve.example/'],
    ['an all-Cyrillic host under a Cyrillic domain', 'https://пример.рф/', 'https://пример.рф/'],
  ] as const)
    test(`a link with ${name} is displayed as ${displayed}`, async () => {
      expect(await linkInVisualOrder(body)).toBe(displayed)
    })
})
