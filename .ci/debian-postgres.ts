import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startCluster } from '../server/test/harness/postgres-cluster.ts'

/**
 * Runs some integration tests on Debian's PostgreSQL with its default settings. JIT is on there, while the PostgreSQL that
 * `npm ci` installs has no JIT. Uses a separate cluster, which is stopped even if the tests fail.
 */
const files = [
  'server/test/statements.integration.test.ts',
  'server/test/pool-sizes.integration.test.ts',
  'server/test/operator.integration.test.ts',
  'server/test/installation-check.integration.test.ts',
  'server/test/spec/2.9-credits.integration.test.ts',
  'server/test/spec/2.11-erasure.integration.test.ts',
  'server/test/spec/3.2-email.integration.test.ts',
  'server/test/spec/4.1-idempotency.integration.test.ts',
  'server/test/spec/6-inbox.integration.test.ts',
]

const cluster = await startCluster({ max_connections: '300' })
try {
  const tests = spawn('npm', ['run', '--silent', 'test:integration', '--', ...files], {
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
