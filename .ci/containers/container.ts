import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const run = promisify(execFile)
export const image = 'localhost/tidings'

/** What production allows the image: no file to write, no capability, no way to gain one. Its user is that of the image. */
const restrictions = [
  ['--network', 'host'],
  ['--read-only', '--read-only-tmpfs=false'],
  ['--cap-drop', 'all', '--security-opt', 'no-new-privileges'],
]
/** This machine may have neither systemd, which would run the health check, nor the right to raise limits. */
const machine = ['--cgroups', 'disabled', '--no-healthcheck', '--ulimit', 'nofile=16384', '--ulimit', 'nproc=4096']
const flags = ['run', '--rm', '--pull', 'never', ...restrictions.flat(), ...machine]

export type Environment = Record<string, string>
const environmentFlags = (environment: Environment): string[] =>
  Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`])

type Output = { stdout: string; stderr: string }
const runPodman = (args: string[]): Promise<Output> => run('podman', args, { maxBuffer: 64 * 1024 * 1024 })
export const podman = async (...args: string[]): Promise<string> => (await runPodman(args)).stdout.trim()

/** Runs a command of the service to its end. */
export const runCommand = (environment: Environment, command: string): Promise<string> =>
  podman(...flags, ...environmentFlags(environment), image, command)

/** Runs Node with these arguments instead of the service. */
export const runNode = (environment: Environment, ...args: string[]): Promise<Output> =>
  runPodman([...flags, ...environmentFlags(environment), '--entrypoint', 'node', image, ...args])

export type Container = {
  /** The process id of Node, as this machine sees it. */
  pid: number
  exec: (...command: string[]) => Promise<string>
  /** Sends the signal of the image, and SIGKILL after so many seconds. Returns the exit code. */
  stop: (seconds: number) => Promise<number | null>
}

/** Starts a process of the service and waits for its log line `started`. */
export async function startContainer(role: string, environment: Environment): Promise<Container> {
  const name = `tidings-${role}-${process.pid}`
  const args = [...flags, '--name', name, ...environmentFlags(environment), image, '--role', role]
  const child = spawn('podman', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit') as Promise<[number | null]>
  const started = Promise.withResolvers<void>()
  createInterface({ input: child.stdout }).on('line', (line) => line.includes('"started"') && started.resolve())
  void exited.then(([code]) => started.reject(new Error(`the container ended with ${code} before it had started`)))
  await started.promise
  return {
    pid: Number(await podman('inspect', '--format', '{{.State.Pid}}', name)),
    exec: (...command) => podman('exec', name, ...command),
    async stop(seconds) {
      await podman('stop', '--time', String(seconds), name)
      const [code] = await exited
      return code
    },
  }
}
