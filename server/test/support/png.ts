import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export function pngChunk(type: string, data: Buffer): Buffer {
  const checked = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(checked.length + 8)
  chunk.writeUInt32BE(data.length)
  checked.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(checked), checked.length + 4)
  return chunk
}

export const pngOf = (...chunks: Buffer[]): Buffer => Buffer.concat([signature, ...chunks])

/** The header of a picture with eight bits for red, green, blue and opacity. */
export function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 6], 8)
  return pngChunk('IHDR', header)
}

export const pngEnd = pngChunk('IEND', Buffer.alloc(0))

/** A picture of one colour (red, green, blue, opacity). `further` are chunks before its pixels. */
export function png(width: number, height: number, colour: readonly number[], ...further: Buffer[]): Buffer {
  const line = Buffer.from([0, ...Array.from({ length: width }, () => colour).flat()])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)))
  return pngOf(pngHeader(width, height), ...further, pngChunk('IDAT', pixels), pngEnd)
}

export const greenLogo = png(240, 80, [31, 122, 77, 255])
