import type { Operation } from '../../operation.ts'
import { pathOf } from './operation-pages.ts'
import type { Page } from './page.ts'

/** A fenced block or a link, which stay as they are; or a route, which may be a code span. */
const codeOrRoute =
  /(^```[\s\S]*?^```|\[(?:`[^`]*`|[^[\]`])*\]\([^)\s]+\))|(`?)((?:GET|POST|PUT|PATCH|DELETE) \/[\w/{}-]*[\w}])\2/gm

/** The page with a link from every mention of an operation, such as `GET /api/v1/credits`, to its page. */
export function linkRoutes(page: Page, operations: readonly Operation[]): Page {
  const addresses = new Map(operations.map((operation) => [`${operation.method} ${operation.path}`, pathOf(operation)]))
  const link = (markdown: string): string =>
    markdown.replaceAll(codeOrRoute, (whole: string, _fixed, _tick, route?: string) => {
      const address = addresses.get(route ?? '')
      return address === undefined || address === page.path ? whole : `[\`${route}\`](${address})`
    })
  const blocks = page.blocks.map((block) =>
    block.kind === 'text' || block.kind === 'note' ? { ...block, markdown: link(block.markdown) } : block,
  )
  return { ...page, summary: link(page.summary), blocks }
}
