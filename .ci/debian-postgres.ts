import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startCluster } from '../server/test/restore/cluster.ts'

/**
 * A share of the integration tests on the PostgreSQL that Debian ships, with its settings as they come: JIT is on there, and the one
 * that comes with the project has none. The cluster is one of its own, and is stopped whatever becomes of the tests.
 */
const files = [
  'server/test/statements.test.ts',
  'server/test/pool-sizes.test.ts',
  'server/test/operator.test.ts',
  'server/test/installation-check.test.ts',
  'server/test/spec/2.9-credits.test.ts',
  'server/test/spec/2.11-erasure.test.ts',
  'server/test/spec/3.2-email.test.ts',
  'server/test/spec/4.1-idempotency.test.ts',
  'server/test/spec/6-inbox.test.ts',
]

const cluster = await startCluster({ max_connections: '300' })
try {
  const tests = spawn('npm', ['test', '--', ...files], {
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: cluster.url('postgres') },
  })
  const forward = (signal: NodeJS.Signals): void => void tests.kill(signal)
  process.on('SIGINT', forward).on('SIGTERM', forward)
  const [code] = (await once(tests, 'exit')) as [number | null]
  process.exitCode = code ?? 1
} finally {
  await cluster.stop()
}
