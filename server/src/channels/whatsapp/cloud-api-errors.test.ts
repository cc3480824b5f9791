import { expect, test } from 'vitest'
import { errorCode, refusalOf } from './cloud-api-errors.ts'

for (const [code, cause, retryable] of [
  ['131026', 'not_on_whatsapp', false],
  ['131030', 'not_on_whatsapp', false],
  ['4', 'limit', true],
  ['80007', 'limit', true],
  ['130429', 'limit', true],
  ['131048', 'limit', true],
  ['131056', 'limit', true],
  ['132000', 'template', false],
  ['132001', 'template', false],
  ['132005', 'template', false],
  ['132007', 'template', false],
  ['132012', 'template', false],
  ['132015', 'template', false],
  ['132016', 'template', false],
  ['0', 'account', true],
  ['10', 'account', true],
  ['190', 'account', true],
  ['200', 'account', true],
  ['368', 'account', true],
  ['131005', 'account', true],
  ['131031', 'account', true],
  ['131042', 'account', true],
  ['133010', 'account', true],
] as const)
  test(`${code}: ${cause}, ${retryable ? 'retryable' : 'final'}`, () => {
    expect(refusalOf(code)).toEqual({ cause, retryable })
  })

for (const code of [
  '1',
  '100',
  '131000',
  '131008',
  '131047',
  '131049',
  '131051',
  '999999',
  '-1',
  '',
  ' 10',
  'constructor',
  null,
])
  test(`${JSON.stringify(code)} has no special meaning`, () => expect(refusalOf(code)).toBeUndefined())

test('a code is an integer; any other value is not logged', () => {
  expect([131_026, 0, -1].map((code) => errorCode({ code }))).toEqual(['131026', '0', '-1'])
  const invalid = ['131026', '+447700900123', 0.5, 1e308, null, true, [131_026], { toString: 1 }]
  expect(invalid.map((code) => errorCode({ code }))).toEqual(invalid.map(() => null))
  expect([undefined, null, 131_026, 'code', {}].map(errorCode)).toEqual([null, null, null, null, null])
})
