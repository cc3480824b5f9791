import type { Draw } from '../draw.ts'
import type { PagePlace } from '../generate-page.ts'
import { headFamilies, pathFamilies } from './expensive-head.ts'
import { hostileText, repeated } from './hostile-text.ts'
import { type Expensive, encode } from './request.ts'
import { drawBytes } from './size.ts'
import type { CostTarget } from './target.ts'

const formLimitBytes = 8 * 1024

/** A visit to a page with a form of many fields, a long path or a long head, with a customer's session or without one. */
export function expensivePage(draw: Draw, pages: readonly PagePlace[], target: CostTarget): Expensive {
  const { method, path } = draw.pick(pages)
  const visited = path.replaceAll(/\{\w+\}/g, () => draw.pick(target.tokens))
  const session = draw.chance(0.7) ? [`Cookie: __Host-inbox=${target.session}`] : []
  const headers = [...session, 'Sec-Fetch-Site: same-origin']
  const page = (family: string, over: { path?: string; headers?: string[]; body?: Buffer }): Expensive => {
    const { bytes, isChunked } = encode(draw, {
      method,
      path: over.path ?? visited,
      // The first of two headers of one name counts.
      headers: [...(over.headers ?? []), ...headers],
      body: over.body ?? Buffer.alloc(0),
      contentType: 'application/x-www-form-urlencoded',
    })
    return { family: `page: ${isChunked ? 'chunks of one byte' : family}`, kind: 'page', bytes }
  }
  if (method === 'POST' && draw.chance(0.7)) {
    const [family, write] = draw.pick(Object.entries(formShapes(target)))
    return page(family, { body: Buffer.from(write(draw, drawBytes(draw, formLimitBytes))).subarray(0, formLimitBytes) })
  }
  if (draw.chance(0.5)) {
    const [family, write] = draw.pick(Object.entries(headFamilies))
    return page(family, { headers: write(draw) })
  }
  const [family, write] = draw.pick(Object.entries(pathFamilies))
  return page(family, { path: write(draw, path) })
}

type WriteForm = (draw: Draw, bytes: number) => string

const formShapes = ({ fields }: CostTarget): Record<string, WriteForm> => ({
  ...expensiveForms,
  'a long field': (draw, bytes) =>
    `${draw.pick([...fields.map(([name]) => name), 'link', 'clue', 'ending', 'proof', 'shown'])}=${encodeURIComponent(hostileText(draw, bytes / 3))}`,
})

/** Forms that are expensive to take apart. */
export const expensiveForms: Record<string, WriteForm> = {
  'many fields': (draw, bytes) => repeated(draw.pick(['a&', 'a=b&', 'Body=x&', '=&', 'a=&']), bytes),
  'numbered fields': (_draw, bytes) =>
    Array.from({ length: Math.max(1, bytes / 8) }, (_, index) => `k${index}=v`).join('&'),
  'descending fields': (_draw, bytes) =>
    Array.from({ length: Math.max(1, bytes / 9) }, (_, index) => `k${9_999_999 - index}=`).join('&'),
  ampersands: (draw, bytes) => repeated(draw.pick(['&', '&&=', '=']), bytes),
  'percent escapes': (draw, bytes) =>
    `Body=${repeated(draw.pick(['%41', '%', '%00', '%F0%9F%93%A6', '%FF', '%zz', '%C']), bytes)}`,
  pluses: (draw, bytes) => repeated(draw.pick(['+', '+=+&']), bytes),
  'a field without an end': (_, bytes) => repeated('x', bytes),
}
