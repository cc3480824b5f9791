import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isSigned } from '../../../docs/guides/examples/verify-webhook.ts'

/** The test vector of the contract. */
const secret = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE='
const t = 1_794_696_060
const body =
  '{"data":{"message_id":"msg_01JCV0000000000000000000","recipient_email":"ada@example.com"},"id":"evt_01JCV0000000000000000000","occurred_at":"2026-11-14T22:41:00.000000+00:00","type":"message.delivered"}'
const v1 = 'dce6dbe9fa4150b7e8356b380fffd80af1b5232a75d6262918e528c921dae842'

type Request = { body: string; signature: string; secret: string; now: number }
const valid: Request = { body, signature: `t=${t},v1=${v1}`, secret, now: t }
const other = '0'.repeat(64)
const requests: [what: string, isValid: boolean, request: Request][] = [
  ['a request that is signed now', true, valid],
  ['one that was signed 300 seconds ago', true, { ...valid, now: t + 300 }],
  ['one that was signed 301 seconds ago', false, { ...valid, now: t + 301 }],
  ['one that is signed 301 seconds ahead', false, { ...valid, now: t - 301 }],
  ['a changed body', false, { ...valid, body: body.replace('ada', 'eve') }],
  ['a changed time', false, { ...valid, signature: `t=${t + 1},v1=${v1}` }],
  ['another secret', false, { ...valid, secret: `${secret}x` }],
  ['another signature', false, { ...valid, signature: `t=${t},v1=${other}` }],
  ['two signatures of which the second is valid', true, { ...valid, signature: `t=${t},v1=${other},v1=${v1}` }],
  ['a signature of an unknown scheme', false, { ...valid, signature: `t=${t},v0=${v1}` }],
  ['a short signature', false, { ...valid, signature: `t=${t},v1=${v1.slice(1)}` }],
  ['a signature that is not ASCII', false, { ...valid, signature: `t=${t},v1=é` }],
  ['no time', false, { ...valid, signature: `v1=${v1}` }],
  ['a time that is not a number', false, { ...valid, signature: `t=now,v1=${v1}` }],
  ['an empty header', false, { ...valid, signature: '' }],
]
const folder = join(import.meta.dirname, '../../../docs/guides/examples')

/** Each program reads all requests and prints a list of results, because a process takes longer to start than to verify. */
const python = `
import json, runpy, sys
is_signed = runpy.run_path(sys.argv[1])["is_signed"]
print(json.dumps([is_signed(r["body"].encode(), r["signature"], r["secret"], r["now"]) for r in json.load(sys.stdin)]))
`
const php = `
require $argv[1];
$requests = json_decode(stream_get_contents(STDIN), true);
echo json_encode(array_map(fn ($r) => isSigned($r['body'], $r['signature'], $r['secret'], $r['now']), $requests));
`
const run = (command: string, args: string[]): unknown =>
  JSON.parse(
    execFileSync(command, args, { input: JSON.stringify(requests.map(([, , request]) => request)) }).toString(),
  )
const results: Record<string, () => unknown> = {
  'verify-webhook.ts': () =>
    requests.map(([, , request]) => isSigned(request.body, request.signature, request.secret, request.now)),
  'verify-webhook.py': () => run('python3', ['-c', python, join(folder, 'verify-webhook.py')]),
  'verify-webhook.php': () => run('php', ['-r', php, '--', join(folder, 'verify-webhook.php')]),
}

describe('the example of a receiver accepts exactly the valid signatures', () => {
  for (const [file, verify] of Object.entries(results))
    test(file, () => {
      const verified = verify() as boolean[]
      const expected = requests.map(([what, isValid]) => [what, isValid])
      expect(requests.map(([what], index) => [what, verified[index]])).toEqual(expected)
    })
})
