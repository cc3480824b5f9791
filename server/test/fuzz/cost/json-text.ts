import type { Draw } from '../draw.ts'
import { hostileText, repeated } from './hostile-text.ts'

/** Writes a JSON value of about so many bytes. */
export type WriteValue = (draw: Draw, bytes: number) => string

/** The forms a value can take to be expensive to parse, to walk, to judge or to describe. */
export const shapes: Record<string, WriteValue> = {
  'wide array': (draw, bytes) => list(draw.pick(items), bytes),
  'wide object': (_, bytes) => object((index) => `"k${index}":0`, bytes),
  'wide object of objects': (_, bytes) => object((index) => `"k${index}":{"k":{"k":[]}}`, bytes),
  'repeated names': (draw, bytes) => `{${repeated(draw.pick(['"a":0,', '"__proto__":{},', '"":"",']), bytes)}"a":0}`,
  'numbered names': (_, bytes) => object((index) => `"${index}":0`, bytes),
  'names that need escapes': (_, bytes) => object((index) => `"\\u0000\\ud800${index}":"\\u0000"`, bytes),
  'a long name': (draw, bytes) => `{${JSON.stringify(hostileText(draw, bytes))}:0}`,
  'deep nesting': (draw, bytes) => deep(draw, bytes),
  'wide and deep': (draw, bytes) => tree(draw, bytes),
  'a long text': (draw, bytes) => JSON.stringify(hostileText(draw, bytes)),
  escapes: (draw, bytes) => `"${repeated(draw.pick(escapes), bytes)}"`,
  'a long number': (draw, bytes) => longNumber(draw, bytes),
  'white space': (draw, bytes) => `${repeated(draw.pick([' ', '\n', '\t', '\r\n ']), bytes)}0`,
}

/** Bodies that end before they are complete, or where they should not: the parser's message needs the position. */
export const brokenShapes: Record<string, WriteValue> = {
  'unfinished array': (draw, bytes) => repeated(draw.pick(['[', '0,', '[0,', '[\n']), bytes).replace(/^0/, '[0'),
  'unfinished object': (_, bytes) => repeated('{"a":', bytes),
  'unfinished text': (draw, bytes) => `{"a":"${repeated(draw.pick(['x', '\\n', '\\\\', '📦']), bytes)}`,
  'broken at the end': (draw, bytes) => `${list(draw.pick(items), bytes)}}`,
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

function deep(draw: Draw, bytes: number): string {
  const [open, close] = draw.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"a":', '}]'],
  ] as const)
  const levels = Math.max(1, Math.floor(bytes / (open.length + close.length)))
  return `${open.repeat(levels)}0${close.repeat(levels)}`
}

/** As deep as is accepted, and at every level as wide as fits. */
function tree(draw: Draw, bytes: number): string {
  const levels = draw.pick([2, 5, 10, 28, 31])
  const siblings = repeated('[0],', bytes / levels)
  return `${`[${siblings}`.repeat(levels)}0${']'.repeat(levels)}`
}

function longNumber(draw: Draw, bytes: number): string {
  const digits = repeated(draw.pick(['1', '9', '0000001']), bytes)
  return draw.pick([`1${digits}`, `-0.${digits}`, `1e${digits}`, `1e-${digits}`, list('1e308', bytes)])
}
