import { expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { createUseRecorder } from './last-use.ts'

const use = (keyId: string, hour: number) => ({ businessId: 'b', keyId, hour: new Date(hour * 3_600_000) })

test('the use of a key is sent once in an hour, also if the database fails, which no caller notices (2.8)', async () => {
  const sent: unknown[] = []
  const failure = new Error('no database')
  const errors: unknown[] = []
  const all = (_: unknown, { uses }: { uses: unknown[] }) => {
    sent.push(uses)
    return Promise.reject(failure)
  }
  const recorder = createUseRecorder({ all } as unknown as Database, (error) => void errors.push(error))
  recorder.record([use('one', 1)])
  recorder.record([use('one', 1)])
  recorder.record([])
  recorder.record([use('one', 1), use('two', 1), use('three', 1)])
  recorder.record([use('one', 2)])
  await recorder.finish()
  expect(sent).toEqual([[use('one', 1)], [use('two', 1), use('three', 1)], [use('one', 2)]])
  expect(errors).toEqual([failure, failure, failure])
})

test('finish waits for what is being recorded, so that nothing runs after the pool is closed', async () => {
  const { promise, resolve } = Promise.withResolvers<never[]>()
  const recorder = createUseRecorder({ all: () => promise } as unknown as Database, () => undefined)
  recorder.record([use('one', 1)])
  let isFinished = false
  const finished = recorder.finish().then(() => (isFinished = true))
  await new Promise((done) => setImmediate(done))
  expect(isFinished).toBe(false)
  resolve([])
  expect(await finished).toBe(true)
})
