import type { IncomingHttpHeaders } from 'node:http'
import { type Page, type PageRequest, post } from './pages.ts'
import { type HttpResponse, success } from './response.ts'

const formLimitBytes = 8 * 1024

/** A page that receives a form. */
export const form = (...route: Parameters<typeof post>): Page => ({
  ...post(...route),
  bodyLimitBytes: formLimitBytes,
})

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
