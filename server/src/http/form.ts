import type { IncomingHttpHeaders } from 'node:http'
import { type Page, type PageRequest, post } from './pages.ts'
import { type HttpResponse, success } from './response.ts'

const formLimitBytes = 8 * 1024
/** A logo (`brand/logo.ts`), and the fields and headers of the form. */
const uploadLimitBytes = 32 * 1024

/** A page that receives a form. */
export const form = (...route: Parameters<typeof post>): Page => ({
  ...post(...route),
  bodyLimitBytes: formLimitBytes,
})

/** A page that receives a form with a file, which `readUpload` reads. */
export const uploadForm = (...route: Parameters<typeof post>): Page => ({
  ...post(...route),
  bodyLimitBytes: uploadLimitBytes,
})

/** The request with the fields as any form sends them, and the file apart. Unchanged if the body is no form with a file. */
export async function readUpload(request: PageRequest): Promise<PageRequest> {
  const type = request.headers['content-type'] ?? ''
  if (!/^multipart\/form-data\b/i.test(type)) return request
  const sent = new Response(new Uint8Array(request.body), { headers: { 'Content-Type': type } })
  const fields = new URLSearchParams()
  let file = Buffer.alloc(0)
  try {
    for (const [name, value] of await sent.formData())
      if (typeof value === 'string') fields.append(name, value)
      else file = Buffer.from(await value.arrayBuffer())
  } catch {
    return request
  }
  const headers = { ...request.headers, 'content-type': 'application/x-www-form-urlencoded' }
  return { ...request, headers, body: Buffer.from(fields.toString()), file }
}

export const redirect = (path: string, headers: Record<string, string> = {}): HttpResponse =>
  success('see_other', null, { Location: path, ...headers })

/** Checks Sec-Fetch-Site and not Origin, because our pages send no referrer, which makes their Origin null. */
export function isSameOriginForm(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'] ?? 'same-origin'
  return site === 'same-origin' && /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')
}

export const fieldOf = (body: Buffer, name: string): string => new URLSearchParams(body.toString()).get(name) ?? ''
/** The values of a field that a form can send more than once, such as checkboxes of one name. */
export const fieldsOf = (body: Buffer, name: string): string[] => new URLSearchParams(body.toString()).getAll(name)
export const queryOf = ({ query }: PageRequest, name: string): string | null => new URLSearchParams(query).get(name)
