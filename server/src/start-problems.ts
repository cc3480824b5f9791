import type { Config } from './config.ts'
import { checkKeys } from './installation/check-keys.ts'
import { pendingSteps, withDatabase } from './migrate-all.ts'

/** Why a process or a command with these settings must not run on its database: missing migrations, or other keys. */
export async function startProblems(config: Config, isCommand = false): Promise<string[]> {
  try {
    const pending = await pendingSteps(config.databaseUrl)
    if (pending.length > 0) return [`the database lacks the migrations ${pending.join(', ')}: npm run migrate`]
    return await withDatabase(config.databaseUrl, (db) => checkKeys(db, config, isCommand))
  } catch (error) {
    return [
      `the database at DATABASE_URL is not reachable: ${error instanceof Error ? error.message : 'unknown error'}`,
    ]
  }
}
