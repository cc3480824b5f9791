import { parseCommandLine } from '../src/command-line.ts'

export type DevelopmentOptions = { json: boolean; fresh: boolean; port: number; simulatorPort: number }

const usage = `npm run dev -- [options]

Starts PostgreSQL, the service, the simulator and a demo business on this machine.

  --port <number>            the port of the service (3000); 0 selects a free one
  --simulator-port <number>  the port of the simulator (3001); 0 selects a free one
  --fresh                    starts with an empty database
  --json                     prints one line of JSON when ready, and no requests
  --help                     prints this text

Environment:

  TIDINGS_HOME               the folder for the database, the log and the keys (.tidings)
  DATABASE_URL               a database of your own; --fresh drops and recreates it
`
const advice = 'npm run dev -- --help lists the options.'

/** The options of `npm run dev`, the text of --help, or what is wrong with them. */
export function readOptions(args: string[]): DevelopmentOptions | { usage: string } | { problem: string } {
  const read = parseCommandLine({
    args,
    options: {
      json: { type: 'boolean', default: false },
      fresh: { type: 'boolean', default: false },
      port: { type: 'string', default: '3000' },
      'simulator-port': { type: 'string', default: '3001' },
      help: { type: 'boolean', default: false },
    },
  })
  if ('problem' in read) return { problem: `${read.problem}. ${advice}` }
  const { json, fresh, help, ...ports } = read.values
  if (help) return { usage }
  for (const [name, text] of Object.entries(ports))
    if (!isPort(text)) return { problem: `--${name} must be a number from 0 to 65535. ${advice}` }
  const [port, simulatorPort] = [Number(ports.port), Number(ports['simulator-port'])]
  if (port === simulatorPort && port !== 0) return { problem: `--port and --simulator-port must differ. ${advice}` }
  return { json, fresh, port, simulatorPort }
}

const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) <= 65_535
