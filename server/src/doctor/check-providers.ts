import type { AccountRead } from '../channels/account.ts'
import { registeredPaths } from '../channels/registered-paths.ts'
import { createSmsProvider } from '../channels/sms/providers.ts'
import { createCloudApi } from '../channels/whatsapp/cloud-api.ts'
import type { ClockFacts } from './clock.decide.ts'
import { readHttp } from './http-read.ts'
import { type Line, ok } from './lines.decide.ts'
import { type ProviderFacts, providerLines } from './providers.decide.ts'
import type { DoctorSettings } from './settings.ts'

type Provider = Pick<ProviderFacts, 'check' | 'name' | 'setting'> & { reads: AccountRead[]; callbackPaths: string[] }

/** The configured providers of paid channels, with a request each that reads the account. */
export function paidProviders({ sms, whatsapp }: DoctorSettings): Provider[] {
  const environment = { publicUrl: '', http: { post: neverPosted } }
  const texts = Object.entries(sms?.urls ?? {}).flatMap(([name, url]) => {
    const provider = url == null ? { problem: '' } : createSmsProvider(name, url, environment)
    if ('problem' in provider) return []
    const setting = `SMS_${name.toUpperCase()}_URL`
    return [
      {
        check: 'sms' as const,
        name,
        setting,
        reads: provider.accountReads,
        callbackPaths: registeredPaths(provider.pages),
      },
    ]
  })
  if (whatsapp == null) return texts
  const platform = createCloudApi({ ...whatsapp, ...environment })
  const { accountReads: reads } = platform
  return [
    ...texts,
    {
      check: 'whatsapp',
      name: 'WhatsApp',
      setting: 'WHATSAPP_URL',
      reads,
      callbackPaths: registeredPaths(platform.pages),
    },
  ]
}

const neverPosted = (): Promise<never> => Promise.reject(new Error('the doctor submits nothing'))

export async function checkProvider(provider: Provider): Promise<{ lines: Line[]; clocks: ClockFacts }> {
  const { check, name, setting } = provider
  const clocks: ClockFacts = []
  for (const { url, headers, stateOf } of provider.reads) {
    const read = await readHttp(url, { headers })
    if (read.kind === 'failed')
      return { lines: providerLines({ check, name, setting, kind: 'failed', code: read.code }), clocks }
    if (read.clock !== null && clocks.length === 0) clocks.push({ name, ...read.clock })
    const state = stateOf(read.status, read.body)
    if (state !== 'active') return { lines: providerLines({ check, name, setting, kind: 'account', state }), clocks }
  }
  return { lines: providerLines({ check, name, setting, kind: 'account', state: 'active' }), clocks }
}

export const unconfigured = (check: 'sms' | 'whatsapp' | 'openid', setting: string): Line =>
  ok(check, `not configured, because ${setting} is not set`)
