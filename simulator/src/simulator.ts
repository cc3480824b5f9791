import type { Account } from './account.ts'
import type { Callbacks } from './callbacks.ts'
import { controlRoutes } from './control.ts'
import { serve } from './http.ts'
import { startProviders } from './provider-server.ts'
import { type ReceiverAddress, startReceivers } from './receiver-server.ts'
import { createTestService } from './simulator-state.ts'
import { startSmtp } from './smtp.ts'

/**
 * At `providersUrl` the paths of the phone providers' interfaces begin. `connect` says where the service takes reports and what recipients write. It is called once the service is up; until then all that waits. `showCredits` says whose credits
 * the page shows; without it the page shows none.
 */
export type Simulator = {
  url: string
  smtpPort: number
  providersUrl: string
  receivers: ReceiverAddress
  connect: (callbacks: Callbacks) => void
  showCredits: (account: Account) => void
  stop: () => Promise<void>
}

/** The outside state on loopback. Port 0 takes any free one. */
export async function startSimulator(options: { port: number }): Promise<Simulator> {
  const state = createTestService()
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
      connect: (callbacks) => state.reports.connect(callbacks),
      showCredits(given) {
        account = given
      },
      async stop() {
        state.reports.stop()
        await Promise.all([smtp.stop(), providers.stop(), receivers.stop(), control.stop()])
      },
    }
  } catch (error) {
    // The port is taken: a server left behind would keep the process alive.
    await Promise.all([smtp.stop(), providers.stop(), receivers.stop()])
    throw error
  }
}
