import { crc32, inflateSync } from 'node:zlib'

/** It is in every page of the inbox that shows the shop, so it is small. */
export const maxLogoBytes = 24 * 1024
export const maxLogoWidth = 640
export const maxLogoHeight = 320

/**
 * The logo of a shop: a PNG that a browser can display, with only the parts that are displayed. What else the file contains, such as
 * where and by whom it was made, or further pictures of an animation, is left out. An SVG is refused because it can contain programs
 * and load files.
 */
export function readLogo(file: Buffer): { logo: Buffer } | { problem: string } {
  if (file.length === 0) return { problem: 'Choose a PNG.' }
  if (file.length > maxLogoBytes) return { problem: `The file has more than ${maxLogoBytes / 1024} KiB.` }
  if (!file.subarray(0, signature.length).equals(signature)) return { problem: 'This is not a PNG.' }
  const chunks = readChunks(file)
  const header = chunks?.[0]
  if (chunks == null || header?.type !== 'IHDR' || header.data.length !== 13 || chunks.at(-1)!.type !== 'IEND')
    return { problem: damaged }
  const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)]
  if (width === 0 || height === 0) return { problem: damaged }
  if (width > maxLogoWidth || height > maxLogoHeight)
    return { problem: `The picture is larger than ${maxLogoWidth} by ${maxLogoHeight} pixels.` }
  if (!hasPixels(chunks)) return { problem: damaged }
  const displayed = chunks.filter(({ type }) => displayedTypes.has(type))
  return { logo: Buffer.concat([signature, ...displayed.map(({ bytes }) => bytes)]) }
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const damaged = 'The file is damaged.'
/** The header, the palette, the pixels, transparency and colours. */
const displayedTypes = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'IDAT', 'IEND'])
/** 16 bits for each of four channels, and the bytes that begin the lines, also those of interlaced pictures. */
const maxPixelBytes = (maxLogoWidth * 8 + 1) * maxLogoHeight * 2

/** `bytes` is the whole chunk: length, type, data and checksum. */
type Chunk = { type: string; data: Buffer; bytes: Buffer }

/** Null: a chunk is cut off or its checksum is wrong, or something follows the last one. */
function readChunks(file: Buffer): Chunk[] | null {
  const chunks: Chunk[] = []
  for (let start = signature.length; start < file.length; ) {
    if (start + 12 > file.length || chunks.at(-1)?.type === 'IEND') return null
    const end = start + 12 + file.readUInt32BE(start)
    if (end > file.length) return null
    const bytes = file.subarray(start, end)
    const checked = bytes.subarray(4, -4)
    if (crc32(checked) !== bytes.readUInt32BE(bytes.length - 4)) return null
    chunks.push({ type: checked.toString('latin1', 0, 4), data: checked.subarray(4), bytes })
    start = end
  }
  return chunks
}

function hasPixels(chunks: Chunk[]): boolean {
  const compressed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  try {
    return inflateSync(compressed, { maxOutputLength: maxPixelBytes }).length > 0
  } catch {
    return false
  }
}
