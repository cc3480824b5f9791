import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Simulator, startSimulator } from '@tidings/simulator'
import { freePort } from '../../dev/free-port.ts'
import { callbacksOf, paidChannels } from '../../dev/outside.ts'
import { type Process, startProcess } from '../chaos/processes.ts'
import { type Client, createClient, type Shop } from '../support/client.ts'
import { settings } from '../support/program.ts'
import { createSimulatorClient, type SimulatorClient } from '../support/simulator-client.ts'

const secret = 'the-secret-of-all-simulated-providers'

/** One outside world and one public address, behind which one installation follows another. */
export type Site = {
  simulator: SimulatorClient
  outside: Simulator
  port: number
  /** A file with the authority of the receivers' certificates. */
  authority: string
  stop: () => Promise<void>
}
export type Installation = Client & { url: string; api: Process; startWorker: () => Promise<Process> }

export async function createSite(): Promise<Site> {
  const outside = await startSimulator({ port: 0 })
  const folder = mkdtempSync(join(tmpdir(), 'tidings-site-'))
  const authority = join(folder, 'authority.pem')
  writeFileSync(authority, outside.receivers.certificateAuthority)
  const stop = async (): Promise<void> => {
    await outside.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { simulator: createSimulatorClient(outside.url), outside, port: await freePort(), authority, stop }
}

/** The process merchants and providers talk to; workers are started when the drill wants them. */
export async function startInstallation(
  { outside, port, authority }: Site,
  databaseUrl: string,
): Promise<Installation> {
  const environment = {
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: `smtp://127.0.0.1:${outside.smtpPort}`,
    EMAIL_PROVIDER: 'mailgun',
    EMAIL_WEBHOOK_SECRET: secret,
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: authority,
    ...paidChannels(outside, secret),
  }
  const api = await startProcess('api', { ...environment, PORT: String(port) })
  outside.connect(callbacksOf(api.url, secret))
  return {
    ...createClient(api.url, settings.OPERATOR_TOKEN),
    url: api.url,
    api,
    startWorker: () => startProcess('worker', environment),
  }
}

/** The same shop, asked through another installation. */
export const throughOther = ({ call }: Installation, shop: Shop): Shop => ({
  ...shop,
  call: (method, path, options) => call(method, path, { key: shop.key, ...options }),
})

let people = 0
/** Answers the id of the message. */
export async function push(shop: Shop, over: Record<string, unknown> = {}): Promise<string> {
  const person = people++
  const { status, json, text } = await shop.call('POST', '/api/v1/messages', {
    headers: { 'Idempotency-Key': randomUUID() },
    body: {
      recipient_email: `ada+${person}@simulator.example`,
      recipient_phone: `+44770090${1000 + person}`,
      whatsapp_opt_in: {},
      subject: 'Your order',
      body: 'It is on its way.',
      reference: `R-${person}`,
      order_status: 'shipped',
      channels: ['email'],
      ...over,
    },
  })
  if (status !== 201) throw new Error(`a push was answered ${status}: ${text}`)
  return json.id
}
