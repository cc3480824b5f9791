import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkConfiguration } from './check-configuration.ts'
import { checkDatabase } from './check-database.ts'
import { checkDisk } from './check-disk.ts'
import { checkDkim, checkDmarc, checkSmtpServer, checkSpf, createLookUp, domainOf } from './check-mail.ts'
import { checkOpenId } from './check-openid.ts'
import { checkProvider, paidProviders, unconfigured } from './check-providers.ts'
import { checkPublicUrl } from './check-public-url.ts'
import { type ClockFacts, clockLines } from './clock.decide.ts'
import { type CheckName, checkNames, type Line, notChecked, problem } from './lines.decide.ts'
import type { DoctorSettings } from './settings.ts'

type Installation = {
  settings: DoctorSettings
  /** The problems that the parser of the settings found. */
  problems: string[]
  /** A shard of this installation. */
  shard: string
  dnsServer: string | null
}
type Checked = { lines: Line[]; clocks?: ClockFacts; dataDirectory?: string | null }

const timeoutMilliseconds = 20_000

/** Runs every check, whatever another one found, and changes nothing. The lines are in the order of the checks. */
export async function runDoctor({ settings, problems, shard, dnsServer }: Installation): Promise<Line[]> {
  const { databaseUrl, smtpUrl, emailFrom, publicUrl, openId, dkim } = settings
  const lookUp = createLookUp(dnsServer)
  const domain = emailFrom == null ? null : domainOf(emailFrom)
  const providers = paidProviders(settings)
  const onDomain = (check: CheckName, run: (name: string) => Promise<Line[]>): Promise<Checked> =>
    domain === null ? skip(check, 'EMAIL_FROM') : within(check, async () => ({ lines: await run(domain) }))

  const checked = await Promise.all([
    databaseUrl == null
      ? skip('database', 'DATABASE_URL')
      : within('database', () => checkDatabase(databaseUrl, settings)),
    smtpUrl == null
      ? skip('smtp', 'SMTP_URL')
      : within('smtp', async () => ({ lines: await checkSmtpServer(smtpUrl) })),
    onDomain('dkim', (name) => checkDkim(lookUp, name, dkim)),
    onDomain('spf', (name) => checkSpf(lookUp, name)),
    onDomain('dmarc', (name) => checkDmarc(lookUp, name)),
    ...providers.map((provider) => within(provider.check, () => checkProvider(provider))),
    ...(openId == null ? [] : [within('openid', () => checkOpenId(openId.issuer))]),
    publicUrl == null
      ? skip('public_url', 'PUBLIC_URL')
      : within('public_url', () =>
          checkPublicUrl(
            publicUrl,
            settings,
            shard,
            providers.flatMap(({ callbackPaths }) => callbackPaths),
          ),
        ),
  ])
  const dataDirectory = checked.map((one) => one.dataDirectory).find((path) => path != null)
  const folders = [
    ...(dataDirectory == null ? [] : [{ name: 'the database', path: dataDirectory }]),
    { name: 'temporary files', path: tmpdir() },
  ]
  const lines = [
    ...checkConfiguration(problems, settings),
    ...checked.flatMap((one) => one.lines),
    ...(settings.sms === null ? [unconfigured('sms', 'SMS_ROUTES')] : []),
    ...(settings.whatsapp === null ? [unconfigured('whatsapp', 'WHATSAPP_URL')] : []),
    ...(openId === null ? [unconfigured('openid', 'OPENID_ISSUER')] : []),
    ...clockLines(checked.flatMap((one) => one.clocks ?? [])),
    ...(await within('disk', async () => ({ lines: await checkDisk(folders) }))).lines,
  ]
  return lines.toSorted((one, two) => checkNames.indexOf(one.check) - checkNames.indexOf(two.check))
}

const skip = async (check: CheckName, setting: string): Promise<Checked> => ({
  lines: [notChecked(check, `${setting} is not valid`)],
})

/** A check that fails or does not end must not hide the others. The error is not shown, because it can quote a setting. */
async function within(check: CheckName, run: () => Promise<Checked>): Promise<Checked> {
  const stop = new AbortController()
  const timeout = sleep(timeoutMilliseconds, null, { signal: stop.signal, ref: false }).then(
    (): Checked => ({ lines: [unfinished(check, `did not end in ${timeoutMilliseconds / 1000} s`)] }),
    (): Checked => ({ lines: [] }),
  )
  try {
    return await Promise.race([run(), timeout])
  } catch (error) {
    const { code, name } = Object(error) as { code?: string; name?: string }
    return { lines: [unfinished(check, `failed (${code ?? name ?? 'unknown'})`)] }
  } finally {
    stop.abort()
  }
}

const unfinished = (check: CheckName, how: string): Line =>
  problem(check, `the check ${how}`, 'Correct the other problems, and run the doctor again.')
