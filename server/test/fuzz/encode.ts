import { contentTypes, methods, headers as oddHeaders } from './corpus.ts'
import type { Draw } from './draw.ts'

export type Asked = { method: string; path: string; headers: string[]; body: Buffer; contentType?: string }

/** The bytes of a request: mostly as it should be, sometimes chunked, under another method or content type, or with headers it does not need. */
export function encode(draw: Draw, { method, path, headers, body, contentType = 'application/json' }: Asked): Buffer {
  const isChunked = body.length > 0 && draw.chance(0.03)
  const hasBody = body.length > 0 || draw.chance(0.1)
  const head = [
    `${draw.chance(0.97) ? method : draw.pick(methods)} ${draw.chance(0.98) ? path : encodeSome(draw, path)} HTTP/1.1`,
    'Host: fuzz',
    ...headers,
    ...(isChunked ? ['Transfer-Encoding: chunked'] : hasBody ? [`Content-Length: ${body.length}`] : []),
    ...(hasBody ? [`Content-Type: ${draw.chance(0.93) ? contentType : draw.pick(contentTypes)}`] : []),
    ...(draw.chance(0.04) ? draw.pick(oddHeaders) : []),
  ]
  return Buffer.concat([
    Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'),
    ...(isChunked ? chunks(draw, body) : [body]),
  ])
}

function chunks(draw: Draw, body: Buffer): Buffer[] {
  const cut = draw.below(body.length)
  const parts = [body.subarray(0, cut), body.subarray(cut)].filter((part) => part.length > 0)
  const extension = draw.pick(['', ';a=b', ';a="\t"'])
  const trailer = draw.pick(['', 'X-Trailer: yes\r\n', 'Authorization: Bearer trailer\r\n'])
  return [
    ...parts.flatMap((part) => [Buffer.from(`${part.length.toString(16)}${extension}\r\n`), part, Buffer.from('\r\n')]),
    Buffer.from(`0\r\n${trailer}\r\n`),
  ]
}

/** Letters of the path as escapes, which a router must not take for the letters. */
const encodeSome = (draw: Draw, path: string): string =>
  path.replaceAll(/[a-z]/g, (letter) => (draw.chance(0.1) ? `%${letter.charCodeAt(0).toString(16)}` : letter))
