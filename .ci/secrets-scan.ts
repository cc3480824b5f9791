import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { findSecrets } from './secrets.ts'

/**
 * Scans every file of the repository for keys, tokens and passwords. The list below contains the intended ones. An unlisted
 * secret fails the scan, and so does a listed one that is no longer found, so that the list stays current.
 */
const allowed: { file: string; reason: string; digests: string[] }[] = [
  {
    file: 'server/src/channels/email/callbacks/samples/mailgun.json',
    reason: 'tokens of invented callbacks, which are signed but grant no access',
    digests: [
      '8e2bb3bd23555692',
      'c12b1eeada6891a9',
      'a85022f0ca4e500c',
      'e29ee191694b9a22',
      '1d09a1c6315779ba',
      '9e58038a96082487',
      '41deceb9644317ee',
      'cbf827932d3733ac',
      'ec2996071cc54bfc',
      '40d88a5db41cb756',
      'ad247a8ebbf6ade0',
      '9aad92437c377da1',
    ],
  },
  {
    file: 'server/src/channels/sms/providers.test.ts',
    reason: 'the URL of an invented account',
    digests: ['4ba68aa8767bde72'],
  },
  ...['docs/openapi.json', 'sdk/src/openapi.ts'].map((file) => ({
    file,
    reason: 'the secrets of the examples',
    digests: ['55d144a48cd2f392', 'fa5cc6f190f48390'],
  })),
  {
    file: 'server/src/documentation/examples/webhooks.ts',
    reason: 'the test vector of the contract, and a second secret',
    digests: ['55d144a48cd2f392', 'fa5cc6f190f48390'],
  },
  {
    file: 'server/src/webhooks/request.test.ts',
    reason: 'the test vector of the contract, and a second secret',
    digests: ['55d144a48cd2f392', 'fa5cc6f190f48390'],
  },
  {
    file: 'server/test/documents/verify-webhook.integration.test.ts',
    reason: 'the test vector of the contract',
    digests: ['55d144a48cd2f392'],
  },
  {
    file: 'simulator/src/mailgun.test.ts',
    reason: 'a test token and its expected signature',
    digests: ['ec002a5b0e58d387'],
  },
]

// Includes untracked files and skips deleted ones, so that the scan covers the next commit.
const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => file !== '' && existsSync(file))
const found = files.flatMap((file) => findSecrets(readFileSync(file, 'utf8')).map((finding) => ({ file, ...finding })))
const isAllowed = ({ file, digest }: { file: string; digest: string }): boolean =>
  allowed.some((one) => one.file === file && one.digests.includes(digest))
const isFound = (file: string, digest: string): boolean =>
  found.some((one) => one.file === file && one.digest === digest)

const unexpected = found.filter((finding) => !isAllowed(finding))
const stale = allowed.flatMap(({ file, digests }) =>
  digests.filter((digest) => !isFound(file, digest)).map((digest) => ({ file, digest })),
)
for (const { file, line, kind, digest } of unexpected)
  process.stdout.write(`${file}:${line}: ${kind} (${digest}): remove it and, if it is real, revoke it\n`)
for (const { file, digest } of stale)
  process.stdout.write(`${file}: ${digest} is no longer found, remove it from the list\n`)
process.stdout.write(
  `secrets: ${unexpected.length} in ${files.length} files, plus ${found.length - unexpected.length} intended ones\n`,
)
process.exitCode = unexpected.length + stale.length === 0 ? 0 : 1
