import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const least = { DATABASE_URL: 'postgres://localhost/tidings', SECRET_KEY: Buffer.alloc(32, 1).toString('base64') }

test('the least that is needed brings the defaults', () => {
  expect(readConfig(least)).toEqual({
    config: {
      databaseUrl: least.DATABASE_URL,
      poolSize: 16,
      secretKey: Buffer.alloc(32, 1),
      operatorToken: null,
      host: '0.0.0.0',
      port: 3000,
      shard: '00',
      logLevel: 'info',
      drainSeconds: 25,
    },
  })
})

test('all that is wrong is said at once', () => {
  expect(
    readConfig({
      DATABASE_URL: '',
      PORT: '70000',
      SHARD: 'a',
      OPERATOR_TOKEN: 'short',
      LOG_LEVEL: 'loud',
      DATABASE_POOL_SIZE: '1.5',
    }),
  ).toEqual({
    problems: [
      expect.stringMatching(/^DATABASE_URL is not set/),
      expect.stringMatching(/^DATABASE_POOL_SIZE is not valid/),
      expect.stringMatching(/^SECRET_KEY is not set/),
      expect.stringMatching(/^OPERATOR_TOKEN is not valid/),
      expect.stringMatching(/^PORT is not valid/),
      expect.stringMatching(/^SHARD is not valid/),
      expect.stringMatching(/^LOG_LEVEL is not valid/),
    ],
  })
})

test('a problem never quotes the value: it may be a secret', () => {
  const reading = readConfig({
    DATABASE_URL: 'mysql://user:hunter2@x',
    SECRET_KEY: 'hunter2',
    OPERATOR_TOKEN: 'hunter2',
  })
  expect(JSON.stringify(reading)).not.toContain('hunter2')
})
