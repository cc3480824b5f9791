import type { Random } from '../random.ts'
import { hostileText, repeated } from './hostile-text.ts'

/** Writes a JSON value of about this many bytes. */
export type WriteValue = (random: Random, bytes: number) => string

/** Values that are expensive to parse, to traverse, to validate, or to describe in an error. */
export const shapes: Record<string, WriteValue> = {
  'wide array': (random, bytes) => list(random.pick(items), bytes),
  'wide object': (_, bytes) => object((index) => `"k${index}":0`, bytes),
  'wide object of objects': (_, bytes) => object((index) => `"k${index}":{"k":{"k":[]}}`, bytes),
  'repeated names': (random, bytes) =>
    `{${repeated(random.pick(['"a":0,', '"__proto__":{},', '"":"",']), bytes)}"a":0}`,
  'numbered names': (_, bytes) => object((index) => `"${index}":0`, bytes),
  'names that need escapes': (_, bytes) => object((index) => `"\\u0000\\ud800${index}":"\\u0000"`, bytes),
  'a long name': (random, bytes) => `{${JSON.stringify(hostileText(random, bytes))}:0}`,
  'deep nesting': (random, bytes) => deep(random, bytes),
  'wide and deep': (random, bytes) => tree(random, bytes),
  'a long text': (random, bytes) => JSON.stringify(hostileText(random, bytes)),
  escapes: (random, bytes) => `"${repeated(random.pick(escapes), bytes)}"`,
  'a long number': (random, bytes) => longNumber(random, bytes),
  'white space': (random, bytes) => `${repeated(random.pick([' ', '\n', '\t', '\r\n ']), bytes)}0`,
}

/** Invalid JSON. The parser computes the position of the error for its message, which may be expensive. */
export const brokenShapes: Record<string, WriteValue> = {
  'unfinished array': (random, bytes) => repeated(random.pick(['[', '0,', '[0,', '[\n']), bytes).replace(/^0/, '[0'),
  'unfinished object': (_, bytes) => repeated('{"a":', bytes),
  'unfinished text': (random, bytes) => `{"a":"${repeated(random.pick(['x', '\\n', '\\\\', '📦']), bytes)}`,
  'broken at the end': (random, bytes) => `${list(random.pick(items), bytes)}}`,
  'broken after many lines': (_, bytes) => `[${repeated('0,\n', bytes)}!]`,
}

const items = [
  '0',
  '""',
  'null',
  '{}',
  '[]',
  'true',
  '"sms"',
  '"email"',
  '"GB"',
  '"x"',
  '1e400',
  '-0.1',
  '{"a":0}',
  '[0]',
  '[[[[[]]]]]',
  '"\\u0000"',
  '"\\ud800"',
  '{"\\u0000":"\\u0000"}',
  '"msg_01KA00000000000000000000ZZ"',
]
const escapes = ['\\u0000', '\\ud83d', '\\ud83d\\udce6', '\\n', '\\\\', '\\"', '\\u0041', '\\u0316\\u0301', '\\/']

const list = (item: string, bytes: number): string => `[${repeated(`${item},`, bytes)}${item}]`

function object(entry: (index: number) => string, bytes: number): string {
  const entries: string[] = []
  for (let written = 0; written < bytes; ) {
    const text = entry(entries.length)
    entries.push(text)
    written += text.length + 1
  }
  return `{${entries.join(',')}}`
}

function deep(random: Random, bytes: number): string {
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"a":', '}]'],
  ] as const)
  const levels = Math.max(1, Math.floor(bytes / (open.length + close.length)))
  return `${open.repeat(levels)}0${close.repeat(levels)}`
}

/** Up to the accepted depth, and as wide at every level as the bytes allow. */
function tree(random: Random, bytes: number): string {
  const levels = random.pick([2, 5, 10, 28, 31])
  const siblings = repeated('[0],', bytes / levels)
  return `${`[${siblings}`.repeat(levels)}0${']'.repeat(levels)}`
}

function longNumber(random: Random, bytes: number): string {
  const digits = repeated(random.pick(['1', '9', '0000001']), bytes)
  return random.pick([`1${digits}`, `-0.${digits}`, `1e${digits}`, `1e-${digits}`, list('1e308', bytes)])
}
