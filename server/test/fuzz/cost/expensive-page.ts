import type { PageRoute } from '../generate-page.ts'
import type { Random } from '../random.ts'
import { headFamilies, pathFamilies } from './expensive-head.ts'
import { hostileText, repeated } from './hostile-text.ts'
import { type Expensive, encode } from './request.ts'
import { drawBytes } from './size.ts'
import type { CostTarget } from './target.ts'

const formLimitBytes = 8 * 1024

/** A page request with an expensive form, path or head, with or without a customer's session. */
export function expensivePage(random: Random, pages: readonly PageRoute[], target: CostTarget): Expensive {
  const { method, path } = random.pick(pages)
  const filledPath = path.replaceAll(/\{\w+\}/g, (name) =>
    name === '{inbox}' ? target.inbox : random.pick(target.tokens),
  )
  const session = random.bool(0.7) ? [`Cookie: __Secure-inbox=${target.session}`] : []
  const headers = [...session, 'Sec-Fetch-Site: same-origin']
  const page = (family: string, over: { path?: string; headers?: string[]; body?: Buffer }): Expensive => {
    const { bytes, isChunked } = encode(random, {
      method,
      path: over.path ?? filledPath,
      // The service uses the first of two headers with the same name.
      headers: [...(over.headers ?? []), ...headers],
      body: over.body ?? Buffer.alloc(0),
      contentType: 'application/x-www-form-urlencoded',
    })
    return { family: `page: ${isChunked ? 'chunks of one byte' : family}`, kind: 'page', bytes }
  }
  if (method === 'POST' && random.bool(0.7)) {
    const [family, write] = random.pick(Object.entries(formShapes(target)))
    return page(family, {
      body: Buffer.from(write(random, drawBytes(random, formLimitBytes))).subarray(0, formLimitBytes),
    })
  }
  if (random.bool(0.5)) {
    const [family, write] = random.pick(Object.entries(headFamilies))
    return page(family, { headers: write(random) })
  }
  const [family, write] = random.pick(Object.entries(pathFamilies))
  return page(family, { path: write(random, path) })
}

type WriteForm = (random: Random, bytes: number) => string

const formShapes = ({ fields }: CostTarget): Record<string, WriteForm> => ({
  ...expensiveForms,
  'a long field': (random, bytes) =>
    `${random.pick([...fields.map(([name]) => name), 'link', 'clue', 'ending', 'proof', 'shown'])}=${encodeURIComponent(hostileText(random, bytes / 3))}`,
})

/** Forms that are expensive to parse. */
export const expensiveForms: Record<string, WriteForm> = {
  'many fields': (random, bytes) => repeated(random.pick(['a&', 'a=b&', 'Body=x&', '=&', 'a=&']), bytes),
  'numbered fields': (_random, bytes) =>
    Array.from({ length: Math.max(1, bytes / 8) }, (_, index) => `k${index}=v`).join('&'),
  'descending fields': (_random, bytes) =>
    Array.from({ length: Math.max(1, bytes / 9) }, (_, index) => `k${9_999_999 - index}=`).join('&'),
  ampersands: (random, bytes) => repeated(random.pick(['&', '&&=', '=']), bytes),
  'percent escapes': (random, bytes) =>
    `Body=${repeated(random.pick(['%41', '%', '%00', '%F0%9F%93%A6', '%FF', '%zz', '%C']), bytes)}`,
  pluses: (random, bytes) => repeated(random.pick(['+', '+=+&']), bytes),
  'a field without an end': (_, bytes) => repeated('x', bytes),
}
