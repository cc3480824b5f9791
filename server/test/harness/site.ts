import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSimulator } from '@tidings/simulator'
import { freePort } from '../../dev/free-port.ts'
import { callbackTargets } from '../../dev/simulator-settings.ts'
import { createSimulatorClient, type SimulatorClient } from '../support/simulator-client.ts'
import { providerSecret, providerSettings, receiverSettings } from './environment.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

/** The simulated providers and the public address of a service. Successive deployments can use the same site. */
export type Site = {
  publicPort: number
  publicUrl: string
  simulator: SimulatorClient
  smtpPort: number
  providersUrl: string
  /** The settings of a service at this site. */
  environment: Record<string, string>
  stop: () => Promise<void>
}

export async function startSite(): Promise<Site> {
  const simulator = await startSimulator({ port: 0 })
  const folder = mkdtempSync(join(tmpdir(), 'tidings-site-'))
  const authorityFile = join(folder, 'authority.pem')
  writeFileSync(authorityFile, simulator.receivers.certificateAuthority)
  const publicPort = await freePort()
  const publicUrl = `http://127.0.0.1:${publicPort}`
  simulator.connect(callbackTargets(publicUrl, providerSecret))
  const { smtpPort, providersUrl } = simulator
  return {
    publicPort,
    publicUrl,
    simulator: createSimulatorClient(simulator.url),
    smtpPort,
    providersUrl,
    environment: { PUBLIC_URL: publicUrl, ...providerSettings(simulator), ...receiverSettings(authorityFile) },
    async stop() {
      await simulator.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Proxies to the mail server and to the SMS and WhatsApp providers. */
export type ProviderProxies = { smtp: TcpProxy; http: TcpProxy }

/** Returns the proxies, and the same site with settings that lead through them. */
export async function proxyProviders(site: Site): Promise<{ site: Site; providers: ProviderProxies }> {
  const smtp = await startTcpProxy({ host: '127.0.0.1', port: site.smtpPort })
  const http = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(site.providersUrl).port) })
  const proxied = providerSettings({ smtpPort: smtp.port, providersUrl: `http://127.0.0.1:${http.port}` })
  const stop = async (): Promise<void> => {
    for (const proxy of [smtp, http]) proxy.stop()
    await site.stop()
  }
  return { site: { ...site, environment: { ...site.environment, ...proxied }, stop }, providers: { smtp, http } }
}
