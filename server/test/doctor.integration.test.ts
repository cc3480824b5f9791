import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { prepareDatabase } from '../dev/databases.ts'
import { statement } from '../src/db/statement.ts'
import { withDatabase } from '../src/migrate-all.ts'
import { type Installation, type Report, startInstallation } from './doctor/installation.ts'

const installation = await startInstallation()
afterAll(() => installation.stop())
const { environment, zone, proxy } = installation
const problemsIn = (report: Report) => report.checks.filter(({ status }) => status === 'problem')

/** A planted misconfiguration: other settings, or a change that `plant` makes and the function that it returns reverts. */
type Planted = {
  name: string
  settings?: Record<string, string>
  plant?: (installation: Installation) => Promise<() => Promise<void>> | (() => Promise<void>)
  check: string
  found: RegExp
  advice: RegExp
}

const planted: Planted[] = [
  {
    name: 'a wrong password of the database',
    settings: { DATABASE_URL: installation.databaseUrl.replace('the-password', 'another-password') },
    check: 'database',
    found: /refuses the password/,
    advice: /^Correct the user or the password in DATABASE_URL\./,
  },
  {
    name: 'fsync off',
    plant: switchOffFsync,
    check: 'database',
    found: /^fsync is off/,
    advice: /^Set fsync = on/,
  },
  {
    name: 'more connections than PostgreSQL permits',
    settings: { DATABASE_POOL_SIZE: '150' },
    check: 'database',
    found: /^this process needs 152 connections and the server permits \d+$/,
    advice: /^Decrease DATABASE_POOL_SIZE/,
  },
  {
    name: 'pending migrations',
    settings: { DATABASE_URL: installation.postgres.url('unmigrated') },
    plant: async () => {
      await prepareDatabase(installation.postgres.url('unmigrated'), true)
      return async () => undefined
    },
    check: 'migrations',
    found: /^the database lacks 0001_the-house, /,
    advice: /^Run npm run migrate/,
  },
  {
    name: 'a key with the id of another one',
    settings: { SECRET_KEYS: `${environment['SECRET_KEYS']},${environment['SECRET_KEYS']}` },
    check: 'configuration',
    found: /^SECRET_KEYS is not valid$/,
    advice: /^Set SECRET_KEYS to up to eight keys as id:key/,
  },
  {
    name: 'a missing setting',
    settings: { EMAIL_FROM: '' },
    check: 'configuration',
    found: /^EMAIL_FROM is not set$/,
    advice: /^Set EMAIL_FROM to the address emails come from/,
  },
  {
    name: 'another key than the one that the database was used with',
    settings: { SECRET_KEYS: `1:${Buffer.from('abcdefghijklmnopqrstuvwxyz012345').toString('base64')}` },
    check: 'keys',
    found: /^key 1 in SECRET_KEYS is not the key that this database was used with/,
    advice: /^Set the earlier key, or give the new key another id/,
  },
  {
    name: 'a mail server without TLS',
    settings: { SMTP_URL: installation.smtpUrls.withoutTls },
    check: 'smtp',
    found: /is used without TLS$/,
    advice: /^Set SMTP_URL to smtps:/,
  },
  {
    name: 'a mail server with a self-signed certificate',
    settings: { SMTP_URL: installation.smtpUrls.selfSigned },
    check: 'smtp',
    found: /^the TLS connection to localhost:\d+ fails \(DEPTH_ZERO_SELF_SIGNED_CERT\)$/,
    advice: /NODE_EXTRA_CA_CERTS/,
  },
  {
    name: 'a mail server with an expired certificate',
    settings: { SMTP_URL: installation.smtpUrls.expired },
    check: 'smtp',
    found: /^the TLS certificate of localhost:\d+ has expired$/,
    advice: /^Renew the certificate of the mail server/,
  },
  {
    name: 'a wrong password of the mail server',
    settings: { SMTP_URL: installation.smtpUrls.wrongPassword },
    check: 'smtp',
    found: /refuses the credentials \(smtp 535/,
    advice: /^Correct the user and the password in SMTP_URL/,
  },
  {
    name: 'no DKIM record',
    plant: () => withoutRecords('tidings._domainkey.updates.shop.example'),
    check: 'dkim',
    found: /^tidings\._domainkey\.updates\.shop\.example has no DKIM record$/,
    advice: /^Publish at tidings\._domainkey\.updates\.shop\.example the TXT record "v=DKIM1; k=rsa; p=MII/,
  },
  {
    name: 'the DKIM record of another key',
    plant: () =>
      withRecords('tidings._domainkey.updates.shop.example', [`v=DKIM1; k=rsa; p=${installation.otherDkimKey}`]),
    check: 'dkim',
    found: /is not that of DKIM_PRIVATE_KEY$/,
    advice: /^Publish at .*, or set DKIM_PRIVATE_KEY/,
  },
  {
    name: 'no SPF record',
    plant: () => withRecords('updates.shop.example', ['google-site-verification=x']),
    check: 'spf',
    found: /^updates\.shop\.example has no SPF record$/,
    advice: /^Publish at updates\.shop\.example the TXT record "v=spf1 include:/,
  },
  {
    name: 'no DMARC record',
    plant: () => withoutRecords('_dmarc.shop.example'),
    check: 'dmarc',
    found: /^updates\.shop\.example has no DMARC record$/,
    advice: /^Publish at _dmarc\.updates\.shop\.example the TXT record "v=DMARC1/,
  },
  {
    name: 'wrong credentials of Twilio',
    settings: { SMS_TWILIO_URL: environment['SMS_TWILIO_URL']!.replace(/:[^:@/]+@/, ':refused-token-of-twilio@') },
    check: 'sms',
    found: /^twilio refuses the credentials$/,
    advice: /^Correct the credentials in SMS_TWILIO_URL\.$/,
  },
  {
    name: 'wrong credentials of Vonage',
    settings: { SMS_VONAGE_URL: environment['SMS_VONAGE_URL']!.replace(/:[^:@/]+@/, ':refused-secret-of-vonage@') },
    check: 'sms',
    found: /^vonage refuses the credentials$/,
    advice: /^Correct the credentials in SMS_VONAGE_URL\.$/,
  },
  {
    name: 'a wrong token of WhatsApp',
    settings: { WHATSAPP_URL: environment['WHATSAPP_URL']!.replace(/:[^:@/]+@/, ':refused-token-of-whatsapp@') },
    check: 'whatsapp',
    found: /^WhatsApp refuses the credentials$/,
    advice: /^Correct the credentials in WHATSAPP_URL\.$/,
  },
  {
    name: 'a WhatsApp account without a subscribed app',
    settings: { WHATSAPP_URL: environment['WHATSAPP_URL']!.replace('200000000000001', '200000000000000') },
    check: 'whatsapp',
    found: /^WhatsApp sends no callbacks/,
    advice: /subscribed_apps/,
  },
  {
    name: 'an identity provider that is down',
    settings: openIdAt('http://127.0.0.1:9'),
    check: 'openid',
    found: /^http:\/\/127\.0\.0\.1:9\/ cannot be reached \(\w+\)$/,
    advice: /^Start the provider, or correct OPENID_ISSUER\./,
  },
  {
    name: 'an address without an identity provider',
    settings: openIdAt(proxy.url),
    check: 'openid',
    found: /does not describe an OpenID Connect provider \(status 404\)$/,
    advice: /before \/\.well-known\/openid-configuration\.$/,
  },
  {
    name: 'PUBLIC_URL of another service',
    settings: { PUBLIC_URL: proxy.url.replace('localhost', '127.0.0.1'), DIGEST_KEY: environment['DIGEST_KEY']! },
    plant: () => proxyTo('refusesAll'),
    check: 'public_url',
    found: /does not reach this installation \(status 404\)$/,
    advice: /^Set PUBLIC_URL to the address of this service/,
  },
  {
    name: 'PUBLIC_URL with plain http',
    settings: { PUBLIC_URL: 'http://127.0.0.1:9' },
    check: 'public_url',
    found: /is plain http$/,
    advice: /^Set PUBLIC_URL to the https address of the proxy/,
  },
  {
    name: 'a proxy that refuses callbacks',
    plant: () => proxyTo('refusesPost'),
    check: 'callbacks',
    found: /^POST \/callbacks\/.* does not reach the service \(status 403\)$/,
    advice: /^Let the proxy forward POST requests to \/callbacks\/ unchanged/,
  },
  {
    name: 'a wrong clock',
    plant: () => proxyTo('wrongClock'),
    check: 'clock',
    found: /^the clock of PUBLIC_URL differs by (599|600|601) s from this machine$/,
    advice: /^Synchronise the clock of PUBLIC_URL with NTP/,
  },
  {
    name: 'a full disk',
    settings: { TMPDIR: join(installation.home, 'full') },
    plant: fillDisk,
    check: 'disk',
    found: /^0 MiB are free for temporary files/,
    advice: /^Delete files on the disk of /,
  },
]

test('a healthy installation has no problem, and the only warning is its address on loopback', async () => {
  const { code, report } = await installation.diagnose()
  expect(report.checks.filter(({ status }) => status !== 'ok')).toEqual([
    {
      check: 'public_url',
      status: 'warning',
      found: `${proxy.url} is an address of this machine`,
      advice: 'Set PUBLIC_URL to a name that customers can open.',
    },
  ])
  expect([code, report.problems, report.warnings]).toEqual([0, 0, 1])
  expect([...new Set(report.checks.map(({ check }) => check))]).toHaveLength(16)
})

describe('a planted misconfiguration is the only problem, with its advice', () => {
  for (const { name, settings = {}, plant, check, found, advice } of planted)
    test(name, async () => {
      const revert = await plant?.(installation)
      try {
        const { code, report, output } = await installation.diagnose(settings)
        const problems = problemsIn(report)
        expect(problems.length, output).toBeGreaterThan(0)
        for (const line of problems)
          expect(line, output).toEqual({
            check,
            status: 'problem',
            found: expect.stringMatching(found),
            advice: expect.stringMatching(advice),
          })
        expect(code).toBe(1)
        for (const secret of secretsOf({ ...environment, ...settings })) expect(output).not.toContain(secret)
      } finally {
        await revert?.()
      }
    })
})

test('without any setting every check has a line, and the doctor ends with a problem', async () => {
  const empty = Object.fromEntries(Object.keys(environment).map((name) => [name, '']))
  const { code, report } = await installation.diagnose(empty)
  expect(code).toBe(1)
  expect(problemsIn(report).map(({ found }) => found)).toEqual([
    'DATABASE_URL is not set',
    'SECRET_KEYS is not set',
    'DIGEST_KEY is not set',
    'PUBLIC_URL is not set',
    'SMTP_URL is not set',
    'EMAIL_FROM is not set',
  ])
})

function openIdAt(issuer: string): Record<string, string> {
  return { OPENID_ISSUER: issuer, OPENID_CLIENT_ID: 'tidings', OPENID_CLIENT_SECRET: 'a-client-secret' }
}

/** The parts of the settings that must not be printed. */
const secretsOf = (settings: Record<string, string>): string[] => [
  settings['OPERATOR_TOKEN']!,
  settings['DIGEST_KEY']!,
  settings['SECRET_KEYS']!.slice(2, 40),
  'the-password',
  'another-password',
  'a-secret-of-the-simulated-providers',
  'refused-',
  'a-client-secret',
  'PRIVATE KEY',
]

async function withRecords(name: string, records: string[]): Promise<() => Promise<void>> {
  const before = zone[name]!
  zone[name] = records
  return async () => void (zone[name] = before)
}

async function withoutRecords(name: string): Promise<() => Promise<void>> {
  const before = zone[name]!
  delete zone[name]
  return async () => void (zone[name] = before)
}

async function proxyTo(fault: 'refusesAll' | 'refusesPost' | 'wrongClock'): Promise<() => Promise<void>> {
  if (fault === 'refusesAll') proxy.faults.refusesAll = true
  if (fault === 'refusesPost') proxy.faults.refusesPost = true
  if (fault === 'wrongClock') proxy.faults.clockAheadSeconds = 600
  return async () => {
    for (const name of Object.keys(proxy.faults)) delete proxy.faults[name as keyof typeof proxy.faults]
  }
}

const reload = statement<null, { done: boolean }>('doctor_test.reload', 'select pg_reload_conf() as done')
const readFsync = statement<null, { fsync: string }>('doctor_test.fsync', `select current_setting('fsync') as fsync`)

async function switchOffFsync(): Promise<() => Promise<void>> {
  const apply = (command: string, fsync: string): Promise<void> =>
    withDatabase(installation.databaseUrl, async (db) => {
      await db.command(command)
      await db.all(reload)
      await expect.poll(() => db.one(readFsync)).toEqual({ fsync })
    })
  await apply('alter system set fsync = off', 'off')
  return () => apply('alter system reset fsync', 'on')
}

/** A file system of one mebibyte without a free byte. */
async function fillDisk(): Promise<() => Promise<void>> {
  const path = join(installation.home, 'full')
  mkdirSync(path, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', path])
  expect(() => writeFileSync(join(path, 'file'), Buffer.alloc(2 * 1024 * 1024))).toThrow(/ENOSPC/)
  return async () => void execFileSync('umount', [path])
}
