import { readFileSync } from 'node:fs'
import type { Config } from './config.ts'
import { metrics } from './metrics.ts'
import type { Role } from './service.ts'

/** What does not change while the process runs. */
export function setBuildInfo({ buildCommit, poolSize }: Pick<Config, 'buildCommit' | 'poolSize'>, role: Role): void {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  metrics.buildInfo.set({ version, commit: buildCommit ?? 'unknown', node: process.versions.node, role }, 1)
  metrics.poolSize.set(poolSize)
}
