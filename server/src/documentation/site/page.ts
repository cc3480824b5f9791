import type { Method } from '../../operation.ts'

/** The groups of the navigation, in their order. */
export const groups = ['Start', 'Guides', 'Reference', 'Understand', 'Operate', 'Project'] as const
export type Group = (typeof groups)[number]

/**
 * A page of the site, as data. It has two renderers: `render-html.ts` and `render-markdown.ts`. Texts are Markdown whose links
 * are absolute addresses of the site.
 */
export type Page = {
  /** The address, such as `/docs/errors/message.not_found`. */
  path: string
  title: string
  /** The title in the navigation, if the title is too long for it. */
  shortTitle?: string
  /** True: the title is a code or an event type, and is set in the font of code. */
  isCode?: true
  /** What the page is about, in one or two sentences. */
  summary: string
  group: Group
  /** The heading in the navigation under which the page is listed; null: directly under its group. */
  section: string | null
  /** The navigation lists the page only while the reader is at this page, or at another page below it. */
  below?: string
  blocks: Block[]
  /** Code beside the text; below it on a phone. */
  panel: Block[]
  /** Words by which the search finds the page: codes, names of fields, paths. */
  keywords: string[]
}

export type Block =
  | { kind: 'text'; markdown: string }
  | { kind: 'heading'; text: string }
  | { kind: 'route'; method: Method; path: string }
  | { kind: 'note'; markdown: string }
  | { kind: 'facts'; facts: Fact[] }
  | { kind: 'fields'; fields: Field[] }
  | { kind: 'entries'; entries: Entry[] }
  | { kind: 'cards'; entries: Entry[] }
  | { kind: 'code'; title: string; language: CodeLanguage; text: string }
  | { kind: 'samples'; samples: { id: string; title: string; language: CodeLanguage; text: string }[] }

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'info'
/** A short statement with its label, such as "Charged: no". */
export type Fact = { label: string; text: string; tone: Tone }
/** A row of an index, or a card. */
export type Entry = { href: string; title: string; isCode?: true; text: string; tag?: { text: string; tone: Tone } }
/** A field of a body or a parameter, with the fields inside it. */
export type Field = {
  name: string
  type: string
  isRequired: boolean
  text: string
  /** Limits in words, such as "at most 300 characters". */
  limits: string[]
  values: FieldValue[]
  /** True: values may be added to the list later. */
  isOpen: boolean
  fields: Field[]
}
export type FieldValue = { text: string; href: string | null }

export type CodeLanguage = 'sh' | 'typescript' | 'python' | 'php' | 'json' | 'http' | 'text'
