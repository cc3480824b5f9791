import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { until } from '../support/simulator-client.ts'

export type Program = { stop: () => Promise<void> }

/** Starts a program of Debian's packages at this address and waits until it is ready. What it logs is shown. */
export async function startProgram(
  name: 'prometheus' | 'prometheus-alertmanager',
  address: string,
  args: string[],
): Promise<Program> {
  const child = spawn(name, [...args, `--web.listen-address=${address}`, '--log.level=warn'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  // What a failed test did not end.
  process.once('exit', () => child.kill('SIGKILL'))
  await once(child, 'spawn').catch((error: unknown) => {
    throw new Error(`${name} is missing: .ci/packages installs it`, { cause: error })
  })
  const ended = once(child, 'close')
  await until(`${name} to be ready`, async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended`)
    return fetch(`http://${address}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  })
  return {
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
