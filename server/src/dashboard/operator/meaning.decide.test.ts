import { expect, test } from 'vitest'
import { type Segment, segmentsOf } from './meaning.decide.ts'

const text = (words: string): Segment => ({ kind: 'text', text: words })
const code = (words: string): Segment => ({ kind: 'code', text: words })
const link = (words: string, page: string): Segment => ({ kind: 'link', text: words, page })
for (const [markdown, segments] of [
  ['', []],
  ['Words alone.', [text('Words alone.')]],
  ['Set `127.0.0.1`.', [text('Set '), code('127.0.0.1'), text('.')]],
  ['`info` and `warn`', [code('info'), text(' and '), code('warn')]],
  ['[Rotate it](runbooks/rotate.md) now', [link('Rotate it', 'runbooks/rotate'), text(' now')]],
  ['for [cells](internals/data-model.md#cells)', [text('for '), link('cells', 'internals/data-model#cells')]],
  ['see [this](configuration.md)', [text('see '), link('this', 'configuration')]],
  ['see [that](https://example.com/a.md)', [text('see '), text('that')]],
  ['see [that](javascript:alert)', [text('see '), text('that')]],
  ['see [that](../secret.md)', [text('see '), text('that')]],
  ['a ` and a [ alone', [text('a ` and a [ alone')]],
  ['`[no](link.md)`', [code('[no](link.md)')]],
] as const)
  test(`${markdown || 'nothing'} has ${segments.length} segments`, () => {
    expect(segmentsOf(markdown)).toEqual(segments)
  })
