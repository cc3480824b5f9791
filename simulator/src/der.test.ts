import { expect, test } from 'vitest'
import { bitString, encode, integer, objectIdentifier, octetString, sequence, set, text, utcTime, yes } from './der.ts'

for (const [name, encoded, bytes] of [
  ['an integer', integer(0x02), '020102'],
  ['a text', text('é'), '0c02c3a9'],
  ['true', yes, '0101ff'],
  ['octets', octetString(Buffer.of(1, 2)), '04020102'],
  ['bits', bitString(Buffer.of(0x80), 7), '03020780'],
  ['an empty sequence', sequence(), '3000'],
  ['a sequence in a set', set(sequence(yes, integer(1))), '310830060101ff020101'],
  ['a time, without its milliseconds', utcTime(new Date('2031-02-03T04:05:06.789Z')), '170d3331303230333034303530365a'],
  ['an object identifier of small numbers', objectIdentifier('2.5.29.17'), '0603551d11'],
  ['an object identifier of large numbers', objectIdentifier('1.2.840.10045.4.3.2'), '06082a8648ce3d040302'],
] as const)
  test(`${name} → ${bytes}`, () => {
    expect(encoded.toString('hex')).toBe(bytes)
  })

for (const [length, head] of [
  [0x7f, '047f'],
  [0x80, '048180'],
  [0xff, '0481ff'],
  [0x100, '04820100'],
  [0xffff, '0482ffff'],
] as const)
  test(`a content of ${length} bytes begins with ${head}`, () => {
    const content = Buffer.alloc(length, 1)
    expect(encode(0x04, content)).toEqual(Buffer.concat([Buffer.from(head, 'hex'), content]))
  })
