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
  if (path !== '/docs' && !path.startsWith('/docs/')) return target
  return `${path}.md${anchor === undefined ? '' : `#${anchor}`}`
}

function renderBlock(block: Block): string {
  switch (block.kind) {
    case 'text':
    case 'note':
      return block.markdown.trim()
    case 'heading':
      return `## ${block.text}`
    case 'route':
      return code(`${block.method} ${block.path}`)
    case 'facts':
      return block.facts.map(({ label, text }) => `- ${label}: ${text}`).join('\n')
    case 'fields':
      return renderFields(block.fields, '')
    case 'entries':
    case 'cards':
      return block.entries.map(renderEntry).join('\n')
    case 'code':
      return `${block.title}:\n\n${fence(block.language, block.text)}`
    case 'samples':
      return block.samples.map(({ title, language, text }) => `${title}:\n\n${fence(language, text)}`).join('\n\n')
  }
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
