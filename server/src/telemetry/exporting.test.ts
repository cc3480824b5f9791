import { expect, test } from 'vitest'
import { createLossReporter } from './exporting.ts'

test('the first loss is reported at once, and later ones as a sum after the interval', async () => {
  const reported: { spans: number; code: string }[] = []
  const onLoss = createLossReporter((lost) => reported.push(lost), 50)
  for (const spans of [10, 20, 30]) onLoss(spans, 'ECONNREFUSED')
  expect(reported).toEqual([{ spans: 10, code: 'ECONNREFUSED' }])
  await new Promise((resolve) => setTimeout(resolve, 60))
  onLoss(1, '503')
  expect(reported).toEqual([
    { spans: 10, code: 'ECONNREFUSED' },
    { spans: 51, code: '503' },
  ])
})
