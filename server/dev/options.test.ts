import { describe, expect, test } from 'vitest'
import { readOptions } from './options.ts'

const advice = 'npm run dev -- --help lists the options.'

describe('the options of npm run dev', () => {
  const defaults = { json: false, fresh: false, port: 3000, simulatorPort: 3001 }
  for (const [args, expected] of [
    [[], defaults],
    [['--fresh', '--json'], { ...defaults, fresh: true, json: true }],
    [['--port', '0', '--simulator-port=0'], { ...defaults, port: 0, simulatorPort: 0 }],
    [['--prot', '3'], { problem: `Unknown option '--prot'. ${advice}` }],
    [['-x'], { problem: `Unknown option '-x'. ${advice}` }],
    [['3000'], { problem: `Unexpected argument '3000'. ${advice}` }],
    [['--port'], { problem: `Option '--port <value>' argument missing. ${advice}` }],
    [['--fresh=yes'], { problem: `Option '--fresh' does not take an argument. ${advice}` }],
    [['--port', 'web'], { problem: `--port must be a number from 0 to 65535. ${advice}` }],
    [['--simulator-port', '65536'], { problem: `--simulator-port must be a number from 0 to 65535. ${advice}` }],
    [['--port', '3001'], { problem: `--port and --simulator-port must differ. ${advice}` }],
  ] as const)
    test(args.join(' ') || 'none', () => expect(readOptions([...args])).toEqual(expected))

  test('--help is the usage with every option and the environment', () => {
    const read = readOptions(['--help'])
    const usage = 'usage' in read ? read.usage : ''
    for (const name of ['--port', '--simulator-port', '--fresh', '--json', 'TIDINGS_HOME', 'DATABASE_URL'])
      expect(usage).toContain(name)
  })
})
