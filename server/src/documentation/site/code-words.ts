import type { CodeWords, Fixer } from '../../code-words.ts'
import type { Block, Fact, Tone } from './page.ts'

const charged: Record<CodeWords['charged'], Omit<Fact, 'label'>> = {
  no: { text: 'No', tone: 'good' },
  free: { text: 'No, this never costs credits', tone: 'good' },
  refunded: { text: 'Refunded', tone: 'good' },
  yes: { text: 'Yes', tone: 'warn' },
}
const retry: Record<CodeWords['retry'], Omit<Fact, 'label'>> = {
  never: { text: 'Do not retry', tone: 'bad' },
  same_request: { text: 'Yes, the same request with the same idempotency key', tone: 'good' },
  after_fix: { text: 'After the cause is removed', tone: 'warn' },
  not_needed: { text: 'Not needed', tone: 'good' },
}
const fixers: Record<Fixer, Omit<Fact, 'label'>> = {
  developer: { text: 'The developer of the shop', tone: 'info' },
  merchant: { text: 'The shop', tone: 'info' },
  operator: { text: 'The operator of the service', tone: 'info' },
  customer: { text: 'The customer', tone: 'info' },
  none: { text: 'Nothing to fix', tone: 'good' },
}

/** The explanation of a code: four short facts, then what to do and what the customer saw. */
export const wordBlocks = (words: CodeWords, first: Fact[] = []): Block[] => [
  {
    kind: 'facts',
    facts: [
      ...first,
      { label: 'Charged', ...charged[words.charged] },
      { label: 'Retry', ...retry[words.retry] },
      { label: 'Fixed by', ...fixers[words.fixedBy] },
    ],
  },
  { kind: 'heading', text: words.fixedBy === 'none' ? 'What to do' : 'How to fix it' },
  { kind: 'text', markdown: words.fix },
  { kind: 'heading', text: 'What the customer saw' },
  { kind: 'text', markdown: words.customerSaw },
]

export const statusTone = (status: number): Tone => (status < 500 ? 'warn' : 'bad')
