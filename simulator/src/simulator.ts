import { controlRoutes } from './control.ts'
import { serve } from './http.ts'
import { startSmtp } from './smtp.ts'
import { createWorld } from './world.ts'

export type Simulator = { url: string; smtpPort: number; stop: () => Promise<void> }

/** The outside world on loopback. Port 0 takes any free one. */
export async function startSimulator(options: { port: number }): Promise<Simulator> {
  const world = createWorld()
  const smtp = await startSmtp(world)
  try {
    const control = await serve(controlRoutes(world, smtp.port), options.port)
    return {
      url: control.url,
      smtpPort: smtp.port,
      async stop() {
        await Promise.all([smtp.stop(), control.stop()])
      },
    }
  } catch (error) {
    // The port is taken: a mail server left behind would keep the process alive.
    await smtp.stop()
    throw error
  }
}
