import type { Random } from '../random.ts'

/** Requests of one kind are compared with good requests of that kind. */
export type Kind = 'operation' | 'batch' | 'callback' | 'page'
/** A request that is meant to be expensive. The family names the technique. */
export type Expensive = { family: string; kind: Kind; bytes: Buffer }
export type RequestParts = { method: string; path: string; headers: string[]; body: Buffer; contentType?: string }

const oneByteChunkShare = 0.03
const maxChunkedBytes = 100_000

/** The bytes of a request, and whether its body is sent in chunks of one byte: 3 percent are, but no large one. */
export function encode(random: Random, parts: RequestParts): { bytes: Buffer; isChunked: boolean } {
  const { method, path, headers, body, contentType = 'application/json' } = parts
  const isChunked = body.length > 0 && body.length <= maxChunkedBytes && random.bool(oneByteChunkShare)
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: fuzz',
    fromAddress(random.below(2 ** 24)),
    ...headers,
    ...(body.length === 0 ? [] : [`Content-Type: ${contentType}`]),
    ...(isChunked ? ['Transfer-Encoding: chunked'] : body.length > 0 ? [`Content-Length: ${body.length}`] : []),
  ]
  const start = Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1')
  return { bytes: Buffer.concat([start, isChunked ? oneByteChunks(body) : body]), isChunked }
}

/** The header that a reverse proxy adds. */
export const fromAddress = (index: number): string =>
  `X-Forwarded-For: 10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`

const chunk = Buffer.from('1\r\n?\r\n')
const lastChunk = Buffer.from('0\r\n\r\n')

function oneByteChunks(body: Buffer): Buffer {
  const chunks = Buffer.alloc(body.length * chunk.length, chunk)
  for (const [index, byte] of body.entries()) chunks[index * chunk.length + 3] = byte
  return Buffer.concat([chunks, lastChunk])
}
