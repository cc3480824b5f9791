import { describe, expect, test } from 'vitest'
import { readCredits } from '../../credits/read-credits.ts'
import type { Method, Operation } from '../../operation.ts'
import type { Example } from '../examples/example.ts'
import { languages, samplesOf } from './samples.ts'

/** Of the operator, because the samples of a merchant in TypeScript use the client and have their own tests. */
const operation = (method: Method, path = '/api/v1/things') =>
  ({ ...readCredits, access: 'operator', method, path }) as Operation
const bodyOf = (source: string, start: string, end: string): string =>
  source.slice(source.indexOf(start) + start.length, source.indexOf(end))

describe('a value of the body is a literal of the language', () => {
  const values: [what: string, value: unknown, curl: string, typescript: string, python: string, php: string][] = [
    ['null', null, 'null', 'null', 'None', 'null'],
    ['true', true, 'true', 'true', 'True', 'true'],
    ['false', false, 'false', 'false', 'False', 'false'],
    ['a number', -1.5, '-1.5', '-1.5', '-1.5', '-1.5'],
    ['a single quote', "it's", `"it'\\''s"`, `'it\\'s'`, `"it's"`, `'it\\'s'`],
    ['double quotes', 'say "hi"', '"say \\"hi\\""', `'say "hi"'`, '"say \\"hi\\""', `'say "hi"'`],
    ['a backslash', 'a\\b', '"a\\\\b"', `'a\\\\b'`, '"a\\\\b"', `'a\\\\b'`],
    ['a line break', 'a\nb', '"a\\nb"', `'a\\nb'`, '"a\\nb"', '"a\\nb"'],
    ['a tab', 'a\tb', '"a\\tb"', `'a\\tb'`, '"a\\tb"', '"a\\u{9}b"'],
    ['a dollar sign', '$x ${y}', '"$x ${y}"', `'$x \${y}'`, '"$x ${y}"', `'$x \${y}'`],
    ['a dollar sign and a line break', '$x\n', '"$x\\n"', `'$x\\n'`, '"$x\\n"', '"\\$x\\n"'],
    ['other scripts', 'café 📦 東京', '"café 📦 東京"', `'café 📦 東京'`, '"café 📦 東京"', `'café 📦 東京'`],
    ['an empty list', [], '[]', '[]', '[]', '[]'],
    ['an empty object', {}, '{}', '{}', '{}', 'new stdClass()'],
    ['a list', ['a', 1], '["a", 1]', `['a', 1]`, '["a", 1]', `['a', 1]`],
    ['an object', { 'a-b': 1 }, '{"a-b": 1}', `{ 'a-b': 1 }`, '{"a-b": 1}', `['a-b' => 1]`],
  ]
  for (const [what, value, ...expected] of values)
    test(what, () => {
      // A second, long field, so that the fields are written on lines of their own.
      const samples = samplesOf(operation('POST'), { body: { value, z: 'z'.repeat(60) }, response: null })
      const written = [
        bodyOf(samples.curl, '"value": ', ',\n    "z"'),
        bodyOf(samples.typescript, 'value: ', ',\n    z:'),
        bodyOf(samples.python, '"value": ', ',\n        "z"'),
        bodyOf(samples.php, "'value' => ", ",\n        'z'"),
      ]
      expect(written).toEqual(expected)
    })

  test('nested lists and objects are indented, with a trailing comma where the language allows it', () => {
    const body = { list: [{ on: true, of: ['a', null] }], other: null }
    const samples = samplesOf(operation('POST'), { body, response: null })
    expect(bodyOf(samples.curl, `-d '`, `'\n`)).toBe(`{
    "list": [
      {
        "on": true,
        "of": ["a", null]
      }
    ],
    "other": null
  }`)
    expect(bodyOf(samples.typescript, 'JSON.stringify(', '),\n})')).toBe(`{
    list: [
      {
        on: true,
        of: ['a', null],
      },
    ],
    other: null,
  }`)
    expect(bodyOf(samples.python, 'json=', ',\n    timeout')).toBe(`{
        "list": [
            {
                "on": True,
                "of": ["a", None],
            },
        ],
        "other": None,
    }`)
    expect(bodyOf(samples.php, 'json_encode(', '),\n]')).toBe(`[
        'list' => [
            [
                'on' => true,
                'of' => ['a', null],
            ],
        ],
        'other' => null,
    ]`)
  })
})

test('a parameter of the path is encoded by the language, and an id is written as it is', () => {
  const path = '/api/v1/recipients/{email}/things/{thing_id}'
  const example: Example = { params: { email: `o'hara+a!@example.com`, thing_id: 'thg_1' }, response: null }
  const { curl, typescript, python, php } = samplesOf(operation('DELETE', path), example)
  expect(curl).toContain('-X DELETE "$TIDINGS_URL/api/v1/recipients/o%27hara%2Ba%21%40example.com/things/thg_1"')
  expect(typescript).toContain(`const email = encodeURIComponent('o\\'hara+a!@example.com')`)
  expect(typescript).toContain('${env.TIDINGS_URL}/api/v1/recipients/${email}/things/thg_1`')
  expect(python).toContain(`email = quote("o'hara+a!@example.com", safe="")`)
  expect(python).toContain(`{os.environ['TIDINGS_URL']}/api/v1/recipients/{email}/things/thg_1"`)
  expect(php).toContain(`$email = rawurlencode('o\\'hara+a!@example.com');`)
  expect(php).toContain(`getenv('TIDINGS_URL') . '/api/v1/recipients/' . $email . '/things/thg_1'`)
})

test('a missing parameter of the path is an error', () => {
  expect(() => samplesOf(operation('GET', '/api/v1/keys/{key_id}'), { response: null })).toThrow('key_id')
})

test('a query is encoded by the language', () => {
  const example: Example = { query: { q: `a&b 'c'`, limit: '2' }, response: null }
  const { curl, typescript, python, php } = samplesOf(operation('GET'), example)
  expect(curl).toContain(`-G --data-urlencode 'q=a&b '\\''c'\\''' \\\n  --data-urlencode 'limit=2'`)
  expect(typescript).toContain(`new URLSearchParams({ q: 'a&b \\'c\\'', limit: '2' })`)
  expect(python).toContain(`params={"q": "a&b 'c'", "limit": "2"},`)
  expect(php).toContain(`http_build_query(['q' => 'a&b \\'c\\'', 'limit' => '2'])`)
  expect(php).toContain(`'/api/v1/things?' . $query`)
})

describe('a sample prints', () => {
  const printing = (example: Example): string[] => {
    const { typescript, python, php } = samplesOf(operation('GET'), example)
    return [typescript, python, php].map((source) => source.slice(source.lastIndexOf('\n\n') + 2).trimEnd())
  }
  test('the fields that the example names', () => {
    expect(
      printing({ response: { id: 'a', sms: { credits: 1, at: null } }, prints: ['id', 'sms.credits', 'sms.at'] }),
    ).toEqual([
      `type Result = { id: string; sms: { credits: number; at: string | null } }
const result = (await response.json()) as Result
console.log(result.id, result.sms.credits, result.sms.at)`,
      `result = response.json()
print(result["id"], result["sms"]["credits"], result["sms"]["at"])`,
      `echo $result['id'], ' ', $result['sms']['credits'], ' ', json_encode($result['sms']['at']), PHP_EOL;`,
    ])
  })
  test('the first two simple fields of every item if the example names none', () => {
    const response = { items: [{ id: 'a', tags: [], on: true, name: 'b' }], next_cursor: null }
    expect(printing({ response })).toEqual([
      `const { items } = (await response.json()) as { items: { id: string; on: boolean }[] }
for (const item of items) console.log(item.id, item.on)`,
      `for item in response.json()["items"]:
    print(item["id"], item["on"])`,
      `foreach ($result['items'] as $item) {
    echo $item['id'], ' ', json_encode($item['on']), PHP_EOL;
}`,
    ])
  })
  test('the whole response if it has no simple field, and the status if it has no body', () => {
    expect(printing({ response: { deleted: {} } })).toEqual([
      'console.log(await response.json())',
      'print(response.json())',
      'echo $body, PHP_EOL;',
    ])
    expect(printing({ response: null })).toEqual([
      'console.log(response.status)',
      'print(response.status_code)',
      'echo $status, PHP_EOL;',
    ])
  })
})

test('every language sends the key, the idempotency key and, for an operator, the token', () => {
  const merchant = samplesOf(readCredits, { idempotencyKey: "order-'1'", response: null })
  const operator = samplesOf(operation('POST'), { response: null })
  for (const language of languages) {
    expect(merchant[language]).toContain('TIDINGS_API_KEY')
    expect(merchant[language]).toMatch(/Idempotency-?Key.*order-/i)
    expect(operator[language]).toContain('TIDINGS_OPERATOR_TOKEN')
    expect(operator[language]).not.toMatch(/TIDINGS_API_KEY|Idempotency-?Key/i)
  }
})
