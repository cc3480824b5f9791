import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/webhooks.md'), 'utf8')
const blockOf = (language: string, name: string): string =>
  [...guide.matchAll(/```(\w+)\n([\s\S]*?)```/g)].find(([, own, text]) => own === language && text!.includes(name))![2]!

/** Each program reads the body, the header and the secret from its arguments, and prints whether the signature is valid. */
const programs: Record<string, string[]> = {
  'TypeScript with the client': [
    process.execPath,
    '--conditions=@tidings/source',
    '--input-type=module-typescript',
    '-e',
    `${blockOf('ts', 'verifyWebhook')}
    const [body, signature, secret] = process.argv.slice(1) as [string, string, string]
    const headers = { 'X-Service-Signature': signature }
    const request = new Request('https://shop.example/hooks/tidings', { method: 'POST', headers, body })
    const { status } = await receive(request, secret)
    console.log({ 204: 'valid', 400: 'invalid' }[status])`,
    '--',
  ],
  JavaScript: [
    process.execPath,
    '--input-type=module',
    '-e',
    `${blockOf('js', 'isSigned')}\nconsole.log(isSigned(...process.argv.slice(1)) ? 'valid' : 'invalid')`,
    '--',
  ],
  Python: [
    'python3',
    '-c',
    `${blockOf('python', 'is_signed')}\nimport sys\nprint('valid' if is_signed(sys.argv[1].encode(), *sys.argv[2:]) else 'invalid')`,
  ],
  PHP: [
    'php',
    '-r',
    `${blockOf('php', 'is_signed')}\necho is_signed(...array_slice($argv, 1)) ? 'valid' : 'invalid';`,
    '--',
  ],
  Ruby: ['ruby', '-e', `${blockOf('ruby', 'signed?')}\nputs signed?(*ARGV) ? 'valid' : 'invalid'`, '--'],
  Go: ['go', 'run', goProgram()],
  'a shell': [
    'bash',
    '-c',
    `${blockOf('bash', 'is_signed')}\nis_signed "$@" && echo valid || echo invalid`,
    'is_signed',
  ],
}
function goProgram(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'verify-webhook-')), 'main.go')
  const main = `func main() {
	if isSigned([]byte(os.Args[1]), os.Args[2], os.Args[3]) {
		fmt.Println("valid")
	} else {
		fmt.Println("invalid")
	}
}`
  writeFileSync(file, `${blockOf('go', 'isSigned').replace('import (', 'import (\n\t"fmt"\n\t"os"')}\n${main}\n`)
  return file
}
const secret = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE='
const body = '{"data":{"recipient_email":"ada@example.com"},"id":"evt_01","type":"message.delivered"}'
const now = Math.floor(Date.now() / 1_000)
const signatureOf = (t: number, key = secret): string => createHmac('sha256', key).update(`${t}.${body}`).digest('hex')
const header = (t: number, ...signatures: string[]): string =>
  [`t=${t}`, ...signatures.map((one) => `v1=${one}`)].join(',')

describe.each(Object.entries(programs))('the function of the guide in %s', (_language, [command, ...options]) => {
  for (const [what, given, expected] of [
    ['accepts a signed body', [body, header(now, signatureOf(now))], 'valid'],
    ['accepts the second signature during a rotation', [body, header(now, '00', signatureOf(now))], 'valid'],
    ['refuses a changed body', [`${body} `, header(now, signatureOf(now))], 'invalid'],
    ['refuses another secret', [body, header(now, signatureOf(now, 'whsec_other'))], 'invalid'],
    ['refuses a signature that is ten minutes old', [body, header(now - 600, signatureOf(now - 600))], 'invalid'],
    ['refuses a header without a signature', [body, header(now)], 'invalid'],
    ['refuses a header that is not a signature', [body, 'hello'], 'invalid'],
  ] as const)
    test(what, async () => {
      const { stdout } = await promisify(execFile)(command!, [...options, ...given, secret], {
        cwd: import.meta.dirname,
      })
      expect(stdout.trim()).toBe(expected)
    })
})
