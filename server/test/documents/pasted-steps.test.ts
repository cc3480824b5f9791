import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { followSteps, isFulfilled, pastedSteps } from './pasted-steps.ts'

const root = join(import.meta.dirname, '../../..')
const fence = '```'

test('a step is an sh block, and the json or text block after it is its promised output', () => {
  const markdown = [`${fence}sh`, 'echo one', fence, '', `${fence}json`, '{}', fence, `${fence}sh`, 'echo two', fence]
  const bash = [`${fence}bash`, 'not pasted', fence]
  expect(pastedSteps([...markdown, ...bash].join('\n'))).toEqual([
    { line: 2, command: 'echo one\n', promised: { language: 'json', text: '{}\n' } },
    { line: 9, command: 'echo two\n', promised: null },
  ])
})

test('a ts block is a step only where programs are followed', () => {
  const markdown = [`${fence}ts`, 'console.log(1)', fence, `${fence}text`, '1', fence].join('\n')
  expect(pastedSteps(markdown)).toEqual([])
  expect(pastedSteps(markdown, { programs: true })).toEqual([
    {
      line: 2,
      command: "cat >program.mjs <<'END'\nconsole.log(1)\nEND\nnode program.mjs\n",
      promised: { language: 'text', text: '1\n' },
    },
  ])
})

test('the quick start begins with the two commands that its script runs first', () => {
  const [first] = pastedSteps(readFileSync(join(root, 'docs/quick-start.md'), 'utf8'))
  expect(first!.command).toBe('npm ci && npm run dev\n')
})

for (const [promised, output, fulfilled] of [
  ['{"a": 1}', '{"a":1,"b":2}', true],
  ['{"a": 1}', 'progress\n{"a":1}\n', true],
  ['{"a": 1}', '{"a":2}', false],
  ['{"a": 1}', 'not JSON', false],
  ['{"a": null}', '{}', false],
  ['{"id": "msg_…"}', '{"id":"msg_01"}', true],
  ['{"id": "msg_…"}', '{"id":"evt_01"}', false],
  ['{"list": ["a"]}', '{"list":["a","b"]}', false],
  ['{"a": {"b": true}}', '{"a":{"b":true,"c":1}}', true],
] as const)
  test(`${output.trim()} ${fulfilled ? 'fulfils' : 'does not fulfil'} ${promised}`, () => {
    expect(isFulfilled({ language: 'json', text: promised }, output)).toBe(fulfilled)
  })

test('every line of a text block is in the output, and … stands for anything', () => {
  const isPrinted = (text: string): boolean => isFulfilled({ language: 'text', text }, 'verified {"id":"evt_01"}\n')
  expect([isPrinted('verified …evt_'), isPrinted('verified {"id":"evt_…"}'), isPrinted('NOT')]).toEqual([
    true,
    true,
    false,
  ])
})

test('steps share one shell, and a step that fails or prints something else is reported with its line', async () => {
  const step = (command: string, text: string) => ({ line: 7, command, promised: { language: 'text' as const, text } })
  const folder = import.meta.dirname
  expect(await followSteps([step('A=1', ''), step('echo "a is $A"', 'a is 1')], { folder })).toEqual([])
  expect(await followSteps([step('echo one', 'two')], { folder })).toEqual([
    expect.stringContaining('line 7: promised\ntwo'),
  ])
  expect(await followSteps([step('echo one; false', ''), step('echo two', '')], { folder })).toEqual([
    expect.stringMatching(/^line 7: the shell ended with 1\none/),
  ])
})

test('a step that hangs, and a process that a step leaves behind, are ended', async () => {
  const step = (command: string) => ({ line: 7, command, promised: null })
  const folder = import.meta.dirname
  expect(await followSteps([step('sleep 1000 &')], { folder })).toEqual([])
  expect(await followSteps([step('sleep 1000')], { folder, timeoutMilliseconds: 500 })).toEqual([
    expect.stringContaining('line 7: the shell ended with null'),
  ])
})
