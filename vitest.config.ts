import { defineConfig } from 'vitest/config'

/** A test file belongs to the project of its suffix. A file without a suffix is a unit test. */
const suffixes = ['integration', 'browser', 'exclusive'] as const
const filesOf = (suffix: string): string[] => [`{server,simulator,sdk,cli,examples}/**/*.${suffix}.test.ts`]
/** The timeouts only end a test that hangs, so they leave time for a host that is busy with other machines. */
const database = {
  globalSetup: ['server/test/support/global-setup.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
}

/** The client and the command line run from their source, as `customConditions` of tsconfig.json says. */
const conditions = ['@tidings/source', 'module', 'node', 'development']
const fromSource = { resolve: { conditions }, ssr: { resolve: { conditions } } }

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        ...fromSource,
        test: {
          name: 'unit',
          include: ['{server,simulator,sdk,cli,examples}/**/*.test.ts'],
          exclude: [...suffixes.flatMap(filesOf), '**/node_modules/**'],
          // Files of one worker share their imports, which take longer than the tests.
          isolate: false,
          pool: 'threads',
          testTimeout: 20_000,
        },
      },
      { ...fromSource, test: { name: 'integration', include: filesOf('integration'), ...database } },
      { ...fromSource, test: { name: 'browser', include: filesOf('browser'), ...database } },
      {
        ...fromSource,
        // Measures time or uses every processor, so one file runs after the other and nothing runs beside it.
        test: { name: 'exclusive', include: filesOf('exclusive'), ...database, fileParallelism: false },
      },
    ],
  },
})
