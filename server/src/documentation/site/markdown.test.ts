import { expect, test } from 'vitest'
import { addressOf, mapLinks } from './links.ts'
import { headingsOf, renderInline, renderMarkdown, splitDocument } from './markdown.ts'

test('markup in a document is shown as text', () => {
  const rendered = renderMarkdown(
    '<script>alert(1)</script>\n\nA <b onclick="x">bold</b> ![image](https://x.example/a.png)',
  ).markup
  expect(rendered).not.toMatch(/<script|<b |<img/)
  expect(rendered).toContain('&lt;script&gt;')
  expect(renderInline('<i>x</i>').markup).toBe('&lt;i&gt;x&lt;/i&gt;')
})

test('a heading has the anchor of GitHub, and a repeated heading gets a number', () => {
  const rendered = renderMarkdown('## The `ping` event\n\n## Added\n\n## Added').markup
  expect([...rendered.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)).toEqual(['the-ping-event', 'added', 'added-1'])
})

test('a line that begins with # in a code block is no heading', () => {
  expect(headingsOf('## One\n\n```sh\n# a comment\n```\n\n### Two')).toEqual([
    { depth: 2, text: 'One' },
    { depth: 3, text: 'Two' },
  ])
})

for (const [document, lead] of [
  ['# T\n\nFirst\nparagraph.\n\n## Two\n', 'First\nparagraph.'],
  ['# T\n\n`CODE` first.\n\nMore.\n', '`CODE` first.'],
  ['# T\n\n## Context\n\nText.\n', null],
  ['# T\n\n| a |\n|---|\n', null],
] as const)
  test(`the first paragraph of ${JSON.stringify(document)} is ${JSON.stringify(lead)}`, () => {
    expect(splitDocument(document)).toMatchObject({ title: 'T', lead })
  })

for (const [target, document, address] of [
  ['webhooks.md#events', 'docs/guides/test-mode.md', '/docs/guides/webhooks#events'],
  ['../contract.md', 'docs/guides/test-mode.md', '/docs/contract'],
  ['docs/decisions', 'ARCHITECTURE.md', '/docs/decisions'],
  ['../openapi.json', 'docs/guides/test-mode.md', '/api/v1/openapi.json'],
  ['../../STYLE.md', 'docs/guides/test-mode.md', '/docs/style'],
  ['/docs/reasons/no_phone', 'docs/quick-start.md', '/docs/reasons/no_phone'],
  ['https://example.com', 'docs/quick-start.md', 'https://example.com'],
  ['#here', 'docs/quick-start.md', '#here'],
  ['examples/test-mode.test.ts', 'docs/guides/test-mode.md', null],
] as const)
  test(`a link to ${target} in ${document} leads to ${address ?? 'nothing, and becomes text'}`, () => {
    expect(addressOf(target, document)).toBe(address)
  })

test('a link to a file that is no page becomes its text, and code stays as it is', () => {
  const markdown = 'See [the `code`](a.ts), `[x](a.ts)`.\n\n```md\n[x](a.ts)\n```\n'
  expect(mapLinks(markdown, () => null)).toBe('See the `code`, `[x](a.ts)`.\n\n```md\n[x](a.ts)\n```\n')
})
