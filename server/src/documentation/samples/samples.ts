import type { Operation } from '../../operation.ts'
import type { Example } from '../examples/example.ts'
import { curlSample } from './curl.ts'
import { phpSample } from './php.ts'
import { pythonSample } from './python.ts'
import { type SampleRequest, sampleRequest } from './request.ts'
import { typescriptSample } from './typescript.ts'

export const languages = ['curl', 'typescript', 'python', 'php'] as const
export type Language = (typeof languages)[number]

/** Names for display. */
export const languageNames: Record<Language, string> = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
  php: 'PHP',
}

/** Programs that send the request of an example. They run as pasted: address and key are read from the environment. */
export function samplesOf(operation: Operation, example: Example): Record<Language, string> {
  const request = sampleRequest(operation, example)
  const samples = languages.map((language) => [language, generators[language](request)])
  return Object.fromEntries(samples) as Record<Language, string>
}

const generators: Record<Language, (request: SampleRequest) => string> = {
  curl: curlSample,
  typescript: typescriptSample,
  python: pythonSample,
  php: phpSample,
}
