import { startSimulator } from '@tidings/simulator'

/**
 * Runs the simulators in a separate process, so that their processor time can be measured separately. A program that takes its
 * options as JSON in the first argument.
 */
export type Options = { count: number; callbacks: { url: string; secret: string } }
/** All webhook receivers of one simulator share an origin. */
export type SimulatorInfo = {
  url: string
  smtpPort: number
  receivers: { host: string; port: number; certificateAuthority: string }
}

const { count, callbacks } = JSON.parse(process.argv[2]!) as Options
const running = await Promise.all(Array.from({ length: count }, () => startSimulator({ port: 0 })))
for (const simulator of running) simulator.connect({ email: callbacks })
const simulators: SimulatorInfo[] = running.map(({ url, smtpPort, receivers }) => ({ url, smtpPort, receivers }))
process.stdout.write(`${JSON.stringify({ msg: 'started', simulators })}\n`)
process.once('SIGTERM', () => void Promise.all(running.map(({ stop }) => stop())))
