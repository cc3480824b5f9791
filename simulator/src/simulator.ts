import type { Account } from './account.ts'
import type { CallbackTargets } from './callbacks.ts'
import { controlRoutes } from './control.ts'
import { serve } from './http.ts'
import { startProviders } from './provider-server.ts'
import { type ReceiverAddress, startReceivers } from './receiver-server.ts'
import { createState } from './simulator-state.ts'
import { startSmtp } from './smtp.ts'

/**
 * `providersUrl` is the base URL of the SMS and WhatsApp providers. `connect` sets where reports and inbound messages are sent;
 * they wait until it is called, once the service runs. `showCredits` sets the business whose credits the page shows; without it
 * the page shows none.
 */
export type Simulator = {
  url: string
  smtpPort: number
  providersUrl: string
  receivers: ReceiverAddress
  connect: (targets: CallbackTargets) => void
  showCredits: (account: Account) => void
  stop: () => Promise<void>
}

/** Simulates the email, SMS and WhatsApp providers and the webhook receivers on loopback. Port 0 takes any free port. */
export async function startSimulator(options: { port: number }): Promise<Simulator> {
  const state = createState()
  let account: Account | null = null
  const [smtp, providers, receivers] = await Promise.all([
    startSmtp(state),
    startProviders(state),
    startReceivers(state.receivers),
  ])
  try {
    const control = await serve(
      controlRoutes(state, {
        smtpPort: smtp.port,
        providersUrl: providers.url,
        receiversUrl: receivers.url,
        account: () => account,
      }),
      options.port,
    )
    return {
      url: control.url,
      smtpPort: smtp.port,
      providersUrl: providers.url,
      receivers: receivers.address,
      connect: (targets) => state.reports.connect(targets),
      showCredits(shownAccount) {
        account = shownAccount
      },
      async stop() {
        state.reports.stop()
        await Promise.all([smtp.stop(), providers.stop(), receivers.stop(), control.stop()])
      },
    }
  } catch (error) {
    // The port is in use. A server left running would keep the process alive.
    await Promise.all([smtp.stop(), providers.stop(), receivers.stop()])
    throw error
  }
}
