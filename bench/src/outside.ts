import { startSimulator } from '@tidings/simulator'

/** The outside service as a process of its own, so that what it costs can be told apart. Spawned with its orders as JSON. */
export type Orders = { count: number; callbacks: { url: string; secret: string } }
/** One of them is one origin: all its webhook receivers share a host and a port. */
export type Simulated = {
  url: string
  smtpPort: number
  receivers: { host: string; port: number; certificateAuthority: string }
}

const { count, callbacks } = JSON.parse(process.argv[2]!) as Orders
const simulators = await Promise.all(Array.from({ length: count }, () => startSimulator({ port: 0 })))
for (const simulator of simulators) simulator.connect({ email: callbacks })
const simulated: Simulated[] = simulators.map(({ url, smtpPort, receivers }) => ({ url, smtpPort, receivers }))
process.stdout.write(`${JSON.stringify({ msg: 'started', simulated })}\n`)
process.once('SIGTERM', () => void Promise.all(simulators.map(({ stop }) => stop())))
