import { dirname, join } from 'node:path/posix'

/** A fenced block, a link, or a code span. Code comes out unchanged, because a link inside it is an example. */
const linkOrCode = /(^```[\s\S]*?^```)|\[((?:`[^`]*`|[^[\]`])*)\]\(([^)\s]+)\)|`[^`\n]*`/gm

/** Maps the targets of all links of a text. A link whose target becomes null is replaced by its text. */
export function mapLinks(markdown: string, map: (target: string) => string | null): string {
  return markdown.replaceAll(linkOrCode, (whole: string, _fence, text?: string, target?: string) => {
    if (text === undefined || target === undefined) return whole
    const mapped = map(target)
    return mapped === null ? text : `[${text}](${mapped})`
  })
}

/** The targets of all links of a text. */
export function linksIn(markdown: string): string[] {
  const targets: string[] = []
  mapLinks(markdown, (target) => {
    targets.push(target)
    return target
  })
  return targets
}

/** The address in the site of what a document links to; null: it is no part of the site. */
export function addressOf(target: string, document: string): string | null {
  if (/^[a-z]+:|^#|^\//.test(target)) return target
  const [path, anchor] = target.split('#') as [string, string | undefined]
  const address = addressOfFile(join(dirname(document), path))
  return address === null ? null : address + (anchor === undefined ? '' : `#${anchor}`)
}

const special: Record<string, string> = {
  'docs/openapi.json': '/api/v1/openapi.json',
  'docs/operator-openapi.json': '/operator/v1/openapi.json',
  'docs/postman.json': '/docs/postman.json',
  'docs/decisions/README.md': '/docs/decisions',
  'docs/runbooks/README.md': '/docs/runbooks',
}
/** Documents at the root of the repository that are pages. */
export const rootDocuments = ['CHANGELOG', 'ARCHITECTURE', 'CONTRIBUTING', 'SECURITY', 'STYLE'] as const

export function addressOfFile(file: string): string | null {
  const path = file.replace(/\/$/, '')
  if (special[path] !== undefined) return special[path]
  const [, folder, name] = /^docs\/(?:(guides|runbooks|decisions|internals)\/)?([\w-]+)\.md$/.exec(path) ?? []
  if (name !== undefined) return folder === undefined ? `/docs/${name}` : `/docs/${folder}/${name}`
  if (/^docs\/(guides|runbooks|decisions|internals)$/.test(path)) return `/${path}`
  const atRoot = rootDocuments.find((document) => path === `${document}.md`)
  return atRoot === undefined ? null : `/docs/${atRoot.toLowerCase()}`
}
