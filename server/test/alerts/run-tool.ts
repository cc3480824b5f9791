import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Runs promtool or amtool of Debian's packages, which `.ci/packages` installs. The error of a failure has their output. */
export async function runTool(tool: 'promtool' | 'amtool', args: string[], cwd: string): Promise<string> {
  try {
    const { stdout, stderr } = await run(tool, args, { cwd, maxBuffer: 16 * 1024 * 1024 })
    return stdout + stderr
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: string | number; stdout?: string; stderr?: string }
    if (code === 'ENOENT') throw new Error(`${tool} is missing: .ci/packages installs it`, { cause: error })
    throw new Error(`${tool} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error })
  }
}
