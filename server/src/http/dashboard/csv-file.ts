import { type HttpResponse, page } from '../response.ts'

/** A file to download. `name` is made of letters, digits and hyphens. */
export const csvFile = (name: string, body: string | AsyncIterable<string>): HttpResponse =>
  page('text/csv; charset=utf-8', body, { 'Content-Disposition': `attachment; filename="${name}.csv"` })
