import { expect, test } from 'vitest'
import { createTestService } from '../../test/support/test-service.ts'
import type { Transaction } from './database.ts'

const { db } = await createTestService({ role: 'api' })
const fail = (tx: Transaction, code: string): Promise<void> =>
  tx.command(`do $$ begin raise exception using errcode = '${code}'; end $$`)

test('an effect runs once, after the commit, also if the transaction is retried', async () => {
  const calls: string[] = []
  let attempts = 0
  await db.transaction(async (tx) => {
    const attempt = ++attempts
    tx.afterCommit(() => calls.push(`effect of attempt ${attempt}`))
    if (attempt < 3) await fail(tx, '40001')
    await tx.now
    calls.push('work')
  })
  expect(calls).toEqual(['work', 'effect of attempt 3'])
})

test('an effect does not run after a rollback or a dry run', async () => {
  const calls: string[] = []
  const effect = (tx: Transaction): void => tx.afterCommit(() => void calls.push('effect'))
  const failed = db.transaction(async (tx) => {
    effect(tx)
    await fail(tx, '22012')
  })
  await expect(failed).rejects.toMatchObject({ code: '22012' })
  await db.transaction(async (tx) => effect(tx), { isDryRun: true })
  expect(calls).toEqual([])
})
