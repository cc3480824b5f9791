import type { Example } from './example.ts'

export const creditExamples: Record<string, Example> = {
  readCredits: { response: { balance: 500, low_balance: false, threshold: 50 } },
}
