import { migrate } from './db/migrate.ts'
import { installQueue } from './queue/queue.ts'

/** Our migrations, then the engine's own. Answers what was applied of ours. */
export async function bringUpToDate(databaseUrl: string): Promise<string[]> {
  const applied = await migrate(databaseUrl)
  await installQueue(databaseUrl)
  return applied
}
