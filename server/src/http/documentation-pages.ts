import { describeInterface, describeOperatorInterface } from '../documentation/openapi.ts'
import { documentationPolicy } from '../documentation/site/policy.ts'
import { createSite, type SiteFile } from '../documentation/site/site.ts'
import type { Operation } from '../operation.ts'
import { notModifiedStatus } from '../status.ts'
import { get, type Page, type PageRequest } from './pages.ts'
import { type HttpResponse, html, json, page, refusal } from './response.ts'

const caching = { 'Cache-Control': 'public, max-age=300' }
const policy = { 'Content-Security-Policy': documentationPolicy }

/** The OpenAPI document and the documentation site, for callers without a key. */
export function documentationPages(publicUrl: string, operations: Operation[]): Page[] {
  const of = (access: Operation['access']): Operation[] => operations.filter((operation) => operation.access === access)
  const merchant = once(() => JSON.stringify(describeInterface(of('key'))))
  const operator = once(() => JSON.stringify(describeOperatorInterface(of('operator'))))
  const site = createSite({ url: publicUrl, operations, policy: null })

  function serve(address: string, { headers }: PageRequest): HttpResponse {
    const file = site.file(address)
    if (file === null) return { ...refusal('common.not_found', policy), contentType: html, body: site.missing(address) }
    return headers['if-none-match'] === file.etag
      ? notModified(file)
      : page(file.contentType, file.body, headersOf(file))
  }
  return [
    get('openapi', '/api/v1/openapi.json', 'none', () => page(json, merchant())),
    get('openapi.operator', '/operator/v1/openapi.json', 'none', () => page(json, operator())),
    get('docs', '/docs', 'none', (request) => serve('/docs', request)),
    get('docs.start', '/docs/', 'none', (request) => serve('/docs', request)),
    get('docs.markdown', '/docs.md', 'none', (request) => serve('/docs.md', request)),
    get('docs.page', '/docs/{page}', 'none', (request) => serve(`/docs/${request.params['page']}`, request)),
    get('docs.section', '/docs/{section}/{page}', 'none', (request) =>
      serve(`/docs/${request.params['section']}/${request.params['page']}`, request),
    ),
    get('llms', '/llms.txt', 'none', (request) => serve('/llms.txt', request)),
  ]
}

/** Made at the first request, so that it does not delay the start of a process. */
function once(make: () => string): () => string {
  let text: string | undefined
  return () => (text ??= make())
}

const headersOf = ({ etag }: SiteFile): Record<string, string> => ({ ...caching, ...policy, ETag: etag })

const notModified = (file: SiteFile): HttpResponse => ({
  ...page(file.contentType, '', headersOf(file)),
  status: notModifiedStatus,
  body: null,
})
