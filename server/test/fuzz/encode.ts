import { contentTypes, methods, headers as oddHeaders } from './corpus.ts'
import type { Random } from './random.ts'

export type RequestParts = { method: string; path: string; headers: string[]; body: Buffer; contentType?: string }

/** The bytes of a request, sometimes chunked, with another method or content type, or with additional headers. */
export function encode(
  random: Random,
  { method, path, headers, body, contentType = 'application/json' }: RequestParts,
): Buffer {
  const isChunked = body.length > 0 && random.bool(0.03)
  const hasBody = body.length > 0 || random.bool(0.1)
  const head = [
    `${random.bool(0.97) ? method : random.pick(methods)} ${random.bool(0.98) ? path : escapeSome(random, path)} HTTP/1.1`,
    'Host: fuzz',
    ...headers,
    ...(isChunked ? ['Transfer-Encoding: chunked'] : hasBody ? [`Content-Length: ${body.length}`] : []),
    ...(hasBody ? [`Content-Type: ${random.bool(0.93) ? contentType : random.pick(contentTypes)}`] : []),
    ...(random.bool(0.04) ? random.pick(oddHeaders) : []),
  ]
  return Buffer.concat([
    Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'),
    ...(isChunked ? chunks(random, body) : [body]),
  ])
}

function chunks(random: Random, body: Buffer): Buffer[] {
  const cut = random.below(body.length)
  const parts = [body.subarray(0, cut), body.subarray(cut)].filter((part) => part.length > 0)
  const extension = random.pick(['', ';a=b', ';a="\t"'])
  const trailer = random.pick(['', 'X-Trailer: yes\r\n', 'Authorization: Bearer trailer\r\n'])
  return [
    ...parts.flatMap((part) => [Buffer.from(`${part.length.toString(16)}${extension}\r\n`), part, Buffer.from('\r\n')]),
    Buffer.from(`0\r\n${trailer}\r\n`),
  ]
}

/** Replaces letters of the path by percent escapes, which the router must not decode. */
const escapeSome = (random: Random, path: string): string =>
  path.replaceAll(/[a-z]/g, (letter) => (random.bool(0.1) ? `%${letter.charCodeAt(0).toString(16)}` : letter))
