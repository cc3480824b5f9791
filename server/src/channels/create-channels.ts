import { type PaidSettings, paidAdapters } from './adapters.ts'
import { fetchText } from './email/callbacks/fetch.ts'
import { createEmailProvider } from './email/callbacks/providers.ts'
import { createEmailChannel } from './email/email.ts'
import { createHttpSubmit } from './http-submit.ts'
import type { AdapterContext } from './paid-adapter.ts'
import { paidChannels } from './registry.ts'
import { throwOnProblem } from './throw-on-problem.ts'

/** Connections to each HTTP provider. */
const providerConnections = 50

type EmailSettings = {
  emailFrom: string
  smtpUrl: string
  smtpConnections: number
  emailProvider: { name: string; secret: string } | null
  dkim: { selector: string; privateKey: string } | null
}
export type Channels = ReturnType<typeof createChannels>

/**
 * Creates the configured channels and the callback sources. A source of a paid channel has `inbound`: recipients can reply
 * there.
 */
export function createChannels(
  settings: EmailSettings & PaidSettings,
  { publicUrl, keyring }: Omit<AdapterContext, 'http'>,
) {
  const http = createHttpSubmit({ connections: providerConnections })
  const { emailFrom: from, smtpUrl: url, smtpConnections: connections, emailProvider: esp } = settings
  const provider = esp && throwOnProblem(createEmailProvider(esp.name, esp.secret, fetchText))
  const dkim = settings.dkim && { ...settings.dkim, domain: from.slice(from.lastIndexOf('@') + 1) }
  const email = createEmailChannel({ smtp: { url, connections, dkim }, from, publicUrl, provider, keyring })
  const paid = new Map(
    paidChannels.flatMap((channel) => {
      const adapter = paidAdapters[channel](settings, { publicUrl, keyring, http })
      return adapter === null ? [] : [[channel, adapter] as const]
    }),
  )
  return {
    email,
    paid,
    callbacks: [
      ...(provider === null ? [] : [{ source: provider, inbound: null }]),
      ...[...paid].flatMap(([channel, { sources, senderFor }]) =>
        sources.map((source) => ({ source, inbound: { channel, senderFor } })),
      ),
    ],
    async close() {
      email.close()
      await http.close()
    },
  }
}
