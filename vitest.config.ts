import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['server/**/*.test.ts', 'simulator/**/*.test.ts'],
    globalSetup: ['server/test/support/global-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Two cores: the database takes one.
    maxWorkers: 2,
  },
})
