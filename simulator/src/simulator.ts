import { controlRoutes } from './control.ts'
import { serve } from './http.ts'
import { type ReceiverAddress, startReceivers } from './receiver-server.ts'
import type { Callbacks } from './reports.ts'
import { startSmtp } from './smtp.ts'
import { createWorld } from './world.ts'

/** `connect` says where the service takes reports. It is called once the service is up; until then reports wait. */
export type Simulator = {
  url: string
  smtpPort: number
  receivers: ReceiverAddress
  connect: (callbacks: Callbacks) => void
  stop: () => Promise<void>
}

/** The outside world on loopback. Port 0 takes any free one. */
export async function startSimulator(options: { port: number }): Promise<Simulator> {
  const world = createWorld()
  const [smtp, receivers] = await Promise.all([startSmtp(world), startReceivers(world.receivers)])
  try {
    const control = await serve(controlRoutes(world, smtp.port, receivers.url), options.port)
    return {
      url: control.url,
      smtpPort: smtp.port,
      receivers: receivers.address,
      connect: (callbacks) => world.reports.connect(callbacks),
      async stop() {
        world.reports.stop()
        await Promise.all([smtp.stop(), receivers.stop(), control.stop()])
      },
    }
  } catch (error) {
    // The port is taken: a server left behind would keep the process alive.
    await Promise.all([smtp.stop(), receivers.stop()])
    throw error
  }
}
