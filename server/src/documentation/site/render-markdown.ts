import { mapLinks } from './links.ts'
import type { Block, Entry, Field, Page } from './page.ts'

/** The page as Markdown, for programs that read text. Its links lead to the Markdown of other pages. */
export const renderPageMarkdown = ({ title, isCode, summary, blocks, panel }: Page): string => {
  const parts = [`# ${isCode ? code(title) : title}`, summary, ...[...blocks, ...panel].map(renderBlock)]
  return `${mapLinks(parts.filter((part) => part !== '').join('\n\n'), markdownAddress)}\n`
}

/** The address of the Markdown of a page; other addresses stay the same. */
export function markdownAddress(target: string): string {
  const [path, anchor] = target.split('#') as [string, string | undefined]
  if ((path !== '/docs' && !path.startsWith('/docs/')) || path.endsWith('.json')) return target
  return `${path}.md${anchor === undefined ? '' : `#${anchor}`}`
}

const renderBlock = (block: Block): string => (renderers[block.kind] as (one: Block) => string)(block)

const renderers: { [K in Block['kind']]: (block: Extract<Block, { kind: K }>) => string } = {
  text: ({ markdown }) => markdown.trim(),
  note: ({ markdown }) => markdown.trim(),
  heading: ({ text }) => `## ${text}`,
  route: ({ method, path }) => code(`${method} ${path}`),
  facts: ({ facts }) => facts.map(({ label, text }) => `- ${label}: ${text}`).join('\n'),
  fields: ({ fields }) => renderFields(fields, ''),
  entries: ({ entries }) => entries.map(renderEntry).join('\n'),
  cards: ({ entries }) => entries.map(renderEntry).join('\n'),
  code: ({ title, language, text }) => `${title}:\n\n${fence(language, text)}`,
  samples: ({ samples }) =>
    samples.map(({ title, language, text }) => `${title}:\n\n${fence(language, text)}`).join('\n\n'),
}

const code = (text: string): string => `\`${text}\``
const fence = (language: string, text: string): string => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``

const renderEntry = ({ href, title, isCode, text, tag }: Entry): string =>
  `- [${isCode ? code(title) : title}](${href})${tag === undefined ? '' : ` (${tag.text})`}: ${text}`

const renderFields = (fields: Field[], indent: string): string =>
  fields
    .map((field) => {
      const { name, type, isRequired, limits, values } = field
      const facts = [type, ...(isRequired ? ['required'] : []), ...limits].join(', ')
      const choices = values
        .map(({ text, href }) => (href === null ? code(text) : `[${code(text)}](${href})`))
        .join(', ')
      const sentences = [field.text, choices === '' ? '' : `Values: ${choices}.`]
        .filter((text) => text !== '')
        .join(' ')
      const inner = field.fields.length === 0 ? '' : `\n${renderFields(field.fields, `${indent}  `)}`
      return `${indent}- ${code(name)} (${facts}): ${sentences}${inner}`
    })
    .join('\n')
