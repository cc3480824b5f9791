import { firstSentence } from './first-sentence.ts'
import { headingsOf, plainText } from './markdown.ts'
import { groups, type Page } from './page.ts'
import { markdownAddress } from './render-markdown.ts'

/** An entry of the search. The script of the pages reads it. */
type Found = {
  path: string
  title: string
  section: string
  summary: string
  headings: string[]
  keywords: string
  names: string
}

/** The index of the search, as JSON. The script fetches it when the reader goes to the search field. */
export const writeSearchIndex = (pages: readonly Page[]): string =>
  JSON.stringify(
    pages.map(
      (page): Found => ({
        path: page.path,
        title: page.title,
        section: page.section === null ? page.group : `${page.group} / ${page.section}`,
        summary: firstSentence(page.summary),
        headings: page.blocks.flatMap((block) =>
          block.kind === 'text' ? headingsOf(block.markdown).map(({ text }) => plainText(text)) : [],
        ),
        keywords: page.keywords.join(' '),
        names: [...new Set(namesIn(page))].join(' '),
      }),
    ),
  )

/** Names in the code spans of the text, such as settings and fields. */
const namesIn = ({ blocks }: Page): string[] =>
  blocks.flatMap((block) =>
    block.kind === 'text' ? [...block.markdown.matchAll(/`([A-Za-z][\w.-]{3,40})`/g)].map(([, name]) => name!) : [],
  )

/** The index for language models: every page with one line and the address of its Markdown. */
export function writeLlmsText(pages: readonly Page[]): string {
  const [home] = pages
  const sections = groups.map((group) => {
    const lines = pages
      .filter((page) => page.group === group)
      .map(({ path, title, summary }) => `- [${title}](${markdownAddress(path)}): ${firstSentence(summary)}`)
    return `## ${group}\n\n${lines.join('\n')}`
  })
  const programs = [
    '## For programs\n',
    '- [OpenAPI 3.1](/api/v1/openapi.json): The description of the merchant’s interface.',
    '- [OpenAPI 3.1, operator](/operator/v1/openapi.json): The description of the operator’s interface.',
  ].join('\n')
  return [`# Tidings`, `> ${plainText(home!.summary)}`, ...sections, programs].join('\n\n') + '\n'
}
