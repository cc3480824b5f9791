import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { png, pngChunk, pngEnd, pngHeader, pngOf } from '../../test/support/png.ts'
import { maxLogoBytes, readLogo } from './logo.ts'

const green = [31, 122, 77, 255]
const pixels = (bytes: Buffer): Buffer => pngChunk('IDAT', deflateSync(bytes))
const damaged = 'The file is damaged.'

describe('a PNG is accepted', () => {
  for (const [width, height] of [
    [1, 1],
    [240, 80],
    [640, 320],
  ] as const)
    test(`${width} by ${height}`, () => {
      const file = png(width, height, green)
      expect(readLogo(file)).toEqual({ logo: file })
    })
})

test('what is not displayed is left out: texts, locations, times, and further pictures', () => {
  const hidden = ['tEXt', 'iTXt', 'eXIf', 'tIME', 'acTL', 'fdAT', 'iCCP'].map((type) =>
    pngChunk(type, Buffer.from('Author\0Ada Lovelace, 51.5 N')),
  )
  const transparency = pngChunk('tRNS', Buffer.alloc(6))
  expect(readLogo(png(4, 4, green, ...hidden, transparency))).toEqual({ logo: png(4, 4, green, transparency) })
})

describe('another file is refused', () => {
  const file = png(4, 4, green)
  const header = pngHeader(4, 4)
  const flipped = Buffer.from(file)
  flipped[45]! ^= 1
  for (const [what, bytes, problem] of [
    ['nothing', Buffer.alloc(0), 'Choose a PNG.'],
    ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'This is not a PNG.'],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'This is not a PNG.'],
    ['a page behind the signature', Buffer.concat([file, Buffer.from('<script>x</script>')]), damaged],
    ['a second picture behind the first', Buffer.concat([file, file.subarray(8)]), damaged],
    ['a part of a PNG', file.subarray(0, -8), damaged],
    ['a changed byte', flipped, damaged],
    ['only a signature', pngOf(), damaged],
    ['no header', pngOf(pixels(Buffer.alloc(68)), pngEnd), damaged],
    ['no pixels', pngOf(header, pngEnd), damaged],
    ['pixels that do not decompress', pngOf(header, pngChunk('IDAT', Buffer.from('hello')), pngEnd), damaged],
    ['a width of 0', png(0, 4, green), damaged],
    ['a wide picture', png(641, 4, green), 'The picture is larger than 640 by 320 pixels.'],
    ['a high picture', png(4, 321, green), 'The picture is larger than 640 by 320 pixels.'],
    [
      'a length beyond the end',
      pngOf(header, Buffer.concat([Buffer.from('ffffffff', 'hex'), Buffer.from('IDATxxxxxxxx')])),
      damaged,
    ],
    ['a large file', Buffer.alloc(maxLogoBytes + 1), 'The file has more than 24 KiB.'],
  ] as const)
    test(what, () => expect(readLogo(bytes)).toEqual({ problem }))
})

test('pixels that decompress to very much are refused, and not decompressed', () => {
  const bomb = pngOf(pngHeader(640, 320), pixels(Buffer.alloc(20 * 1024 * 1024)), pngEnd)
  expect(bomb.length).toBeLessThan(maxLogoBytes)
  expect(readLogo(bomb)).toEqual({ problem: damaged })
})
