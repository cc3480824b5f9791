import type { Operation } from '../../operation.ts'
import { successStatus } from '../../status.ts'
import type { Example } from '../examples/example.ts'
import { type Language, languages, samplesOf } from '../samples/samples.ts'
import type { Block, CodeLanguage } from './page.ts'

const tabs: Record<Language, { title: string; language: CodeLanguage }> = {
  curl: { title: 'curl', language: 'sh' },
  typescript: { title: 'TypeScript', language: 'typescript' },
  python: { title: 'Python', language: 'python' },
  php: { title: 'PHP', language: 'php' },
}

/** The example of an operation: the request in every language, and the response. */
export function panelOf(operation: Operation, example: Example | undefined): Block[] {
  if (example === undefined) return []
  const texts = samplesOf(operation, example)
  const status = successStatus[operation.success]
  const samples = languages.map((id) => ({ id, ...tabs[id], text: texts[id] }))
  return [
    { kind: 'samples', samples },
    {
      kind: 'code',
      title: `Response ${status}`,
      language: example.response === null ? 'text' : 'json',
      text: example.response === null ? 'No body' : JSON.stringify(example.response, null, 2),
    },
  ]
}
