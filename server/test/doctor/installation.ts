import { execFile } from 'node:child_process'
import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSimulator } from '@tidings/simulator'
import { createAuthority, createSelfSigned, yearAround } from '@tidings/simulator/certificate'
import { startSecureSmtp } from '@tidings/simulator/secure-smtp'
import { pino } from 'pino'
import { prepareDatabase } from '../../dev/databases.ts'
import { startPostgres } from '../../dev/postgres.ts'
import { simulatorChannelSettings } from '../../dev/simulator-settings.ts'
import { readConfig } from '../../src/config.ts'
import { migrateAll } from '../../src/migrate-all.ts'
import { startService } from '../../src/service.ts'
import { startProblems } from '../../src/start-problems.ts'
import { startDnsServer, type TxtZone } from '../support/dns-server.ts'
import { startTlsProxy } from './tls-proxy.ts'

const root = join(import.meta.dirname, '../../..')
const domain = 'updates.shop.example'
const login = { user: 'mailer', password: 'a password with @ and /' }
const providerSecret = 'a-secret-of-the-simulated-providers'
const names = [
  { type: 'dns' as const, value: 'localhost' },
  { type: 'ip' as const, value: '127.0.0.1' },
]
type Environment = Record<string, string>
export type Report = {
  problems: number
  warnings: number
  checks: { check: string; status: string; found: string; advice: string | null }[]
}
export type Installation = Awaited<ReturnType<typeof startInstallation>>

/**
 * A complete installation without misconfigurations: PostgreSQL with its own settings, the service behind a proxy with TLS, a mail
 * server with TLS and a login, the providers, and a name server.
 */
export async function startInstallation() {
  const home = mkdtempSync(join(tmpdir(), 'tidings-doctor-'))
  chmodSync(home, 0o755)
  const now = new Date()
  const authority = await createAuthority('Doctor', yearAround(now))
  const authorityFile = join(home, 'authority.pem')
  const credentials = await authority.issue('localhost', names)
  const day = 24 * 3_600_000
  const past = { notBefore: new Date(now.getTime() - 20 * day), notAfter: new Date(now.getTime() - 10 * day) }
  const expiredAuthority = await createAuthority('Expired', past)
  writeFileSync(authorityFile, `${authority.certificate}\n${expiredAuthority.certificate}\n`)
  const expiredCredentials = await expiredAuthority.issue('localhost', names)

  const [postgres, simulator, smtp, plainSmtp, selfSignedSmtp, expiredSmtp] = await Promise.all([
    startPostgres(home, 'the-password'),
    startSimulator({ port: 0 }),
    startSecureSmtp({ credentials, isImplicit: true, login }),
    startSecureSmtp({ credentials: null, isImplicit: false, login }),
    startSecureSmtp({ credentials: await createSelfSigned(names, yearAround(now)), isImplicit: false, login }),
    startSecureSmtp({ credentials: expiredCredentials, isImplicit: true, login }),
  ])
  const databaseUrl = postgres.url('tidings')
  await prepareDatabase(databaseUrl, true)
  await migrateAll(databaseUrl)

  const dkim = createDkim()
  const zone: TxtZone = {
    [domain]: ['google-site-verification=x', 'v=spf1 include:spf.provider.example -all'],
    // The record of the domain above applies.
    '_dmarc.shop.example': ['v=DMARC1; p=quarantine; rua=mailto:dmarc@shop.example'],
    [`tidings._domainkey.${domain}`]: [`v=DKIM1; k=rsa; p=${dkim.publicKey}`],
  }
  const dns = await startDnsServer(zone)
  const service = { url: '' }
  const proxy = await startTlsProxy(credentials, () => service.url)
  const smtpUrl = (scheme: string, port: number, query = ''): string => {
    const { user, password } = login
    return `${scheme}://${user}:${encodeURIComponent(password)}@localhost:${port}${query}`
  }
  const environment: Environment = {
    DATABASE_URL: databaseUrl,
    SECRET_KEYS: `1:${randomBytes(32).toString('base64')}`,
    DIGEST_KEY: randomBytes(32).toString('base64'),
    OPERATOR_TOKEN: randomBytes(20).toString('hex'),
    HOST: '127.0.0.1',
    PORT: '0',
    STOP_DELAY_SECONDS: '0',
    PUBLIC_URL: proxy.url,
    SMTP_URL: smtpUrl('smtps', smtp.port),
    EMAIL_FROM: `updates@${domain}`,
    EMAIL_PROVIDER: 'mailgun',
    EMAIL_WEBHOOK_SECRET: 'a-signing-key-of-the-simulated-provider',
    DKIM_SELECTOR: 'tidings',
    DKIM_PRIVATE_KEY: dkim.privateKey,
    ...simulatorChannelSettings(simulator, providerSecret),
    SMS_ROUTES: 'twilio:*;vonage:DE',
    SMS_VONAGE_URL: simulator.providersUrl
      .replace('//', `//a1b2c3d4:${providerSecret}@`)
      .concat(`?from=%2B447700900000&signature_secret=${providerSecret}`),
  }
  const reading = readConfig(environment)
  if ('problems' in reading) throw new Error(reading.problems.join('; '))
  // As the program does before it starts, which records the keys.
  const problems = await startProblems(reading.config)
  if (problems.length > 0) throw new Error(problems.join('; '))
  const started = await startService(reading.config, 'all', pino({ level: 'silent' }))
  service.url = started.url

  return {
    environment,
    zone,
    proxy,
    databaseUrl,
    postgres,
    home,
    otherDkimKey: createDkim().publicKey,
    smtpUrls: {
      wrongPassword: smtpUrl('smtps', smtp.port).replace(encodeURIComponent(login.password), 'another-password'),
      withoutTls: smtpUrl('smtp', plainSmtp.port),
      selfSigned: smtpUrl('smtp', selfSignedSmtp.port, '?requireTLS=true'),
      expired: smtpUrl('smtps', expiredSmtp.port),
    },
    /** The doctor as an operator runs it. */
    diagnose: (changes: Environment = {}): Promise<{ code: number; report: Report; output: string }> =>
      new Promise((resolve, reject) => {
        const env = { PATH: process.env['PATH']!, NODE_EXTRA_CA_CERTS: authorityFile, ...environment, ...changes }
        const args = [join(root, 'server/src/main.ts'), 'doctor', '--json', '--dns', dns.address]
        execFile(process.execPath, args, { env, cwd: root }, (error, stdout, stderr) => {
          if (stderr !== '') return reject(new Error(stderr))
          resolve({ code: error === null ? 0 : Number(error.code), report: JSON.parse(stdout), output: stdout })
        })
      }),
    async stop() {
      await started.stop()
      const servers = [proxy, dns, simulator, smtp, plainSmtp, selfSignedSmtp, expiredSmtp, postgres]
      await Promise.all(servers.map((server) => server.stop()))
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function createDkim(): { privateKey: string; publicKey: string } {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')
  return { privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string, publicKey }
}
