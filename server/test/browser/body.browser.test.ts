import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainBrand } from '../../src/brand/brand.ts'
import { localeTexts } from '../../src/inbox/locales/locales.ts'
import { inboxPage } from '../../src/inbox/page.ts'
import { newVisitor, startBrowser } from './browser.ts'

const page = await newVisitor(await startBrowser())

type Written = { subject: string; body: string }
type Link = { name: string; attributes: string[]; protocol: string; host: string; shownHost: string }
/** The elements in the message bodies of a parsed inbox, the names of all others, and whether an injected script ran. */
type Parsed = { inBodies: Link[]; others: string; ran: boolean }

async function parse(shop: string, written: Written[]): Promise<Parsed> {
  const messages = written.map((texts) => ({ ...message, ...texts }))
  const view = {
    shop,
    unsubscribed: false,
    messages,
    brand: plainBrand,
    logo: null,
    statuses: new Map(),
    announcedId: null,
    isFirst: true,
    next: null,
    seenToken: null,
  }
  await page.setContent(inboxPage(localeTexts.en, view, '/inbox/a1x').markup)
  return page.evaluate<Parsed>(`({
    inBodies: [...document.querySelectorAll('.body *')].map((element) => ({
      name: element.localName,
      attributes: element.getAttributeNames(),
      protocol: element.protocol,
      host: element.host,
      shownHost: URL.parse(element.textContent)?.host,
    })),
    others: [...document.querySelectorAll(':not(.body *)')].map((element) => element.localName).join(' '),
    ran: 'ran' in window,
  })`)
}

const now = new Date('2026-11-15T05:12:00Z')
const message = {
  id: '019a8400-0000-7000-8000-000000000001',
  status: 'active' as const,
  reference: null,
  order_status: null,
  awaits_open: false,
  created_at: now,
  updated_at: now,
}

/** Fragments of markup, scripts and misleading links, which the test joins in random order. */
const pieces = [
  ['<', '>', '"', "'", '&', '&lt;', '&#60;', '/', '\\', '=', ' ', '\n', '\t', '\0', '`', '<!--', '-->', ']]>', '<!'],
  ['</div>', '</a>', '</body>', '<script>ran=1</script>', '<img src=x onerror=ran=1>', '<svg onload=ran=1>'],
  ['<a href="javascript:ran=1">', '" onmouseover="ran=1', "' autofocus onfocus='ran=1", '<base href=//a.example>'],
  ['javascript:ran=1', 'JaVa\tScRiPt:ran=1', 'data:text/html,<script>ran=1</script>', 'vbscript:ran=1', 'file:'],
  ['https://', 'http://', 'HTTPS://', 'https:', '//', 'a.example', 'https://a.example/', 'https://a.example/?q="><b>'],
  ['https://user@', 'https://a.example@b.example', 'https://javascript:ran=1@a.example', '@', ':', ':8080', '#', '?'],
  ['\u202e', '\u2066', '\u200f', '\ufeff', '\u2028', '\u0085', '．', '。', '／', 'а', 'ӏ', 'é', 'א', 'مثال', '例え'],
].flat()
const text = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((some) => some.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)

test('in 2,000 hostile messages the only elements of a body are links that show their real host', {
  timeout: 60_000,
}, async () => {
  const { others: harmless } = await parse(
    'Shop',
    Array.from({ length: 100 }, () => ({ subject: 'a', body: 'b' })),
  )
  const hostile = fc.array(fc.record({ subject: text, body: text }), { minLength: 100, maxLength: 100 })
  let links = 0
  await fc.assert(
    fc.asyncProperty(text, hostile, async (shop, written) => {
      const { inBodies, others, ran } = await parse(shop, written)
      expect([others, ran]).toEqual([harmless, false])
      for (const { name, attributes, protocol, host, shownHost } of inBodies) {
        expect([name, attributes]).toEqual(['a', ['href', 'rel', 'dir']])
        expect(['http:', 'https:']).toContain(protocol)
        expect(shownHost).toBe(host)
        links++
      }
    }),
    { numRuns: 20, seed: 20_261_115 },
  )
  // Without links the messages would have tested only plain text.
  expect(links).toBeGreaterThan(200)
})
