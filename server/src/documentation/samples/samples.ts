import type { Operation } from '../../operation.ts'
import type { Example } from '../examples/example.ts'
import { curlSample } from './curl.ts'
import { phpSample } from './php.ts'
import { pythonSample } from './python.ts'
import { type SampleRequest, sampleRequest } from './request.ts'
import { clientSample } from './typescript-client.ts'
import { fetchSample } from './typescript-fetch.ts'

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
  const samples = languages.map((language) => [language, generators[language](request, operation, example)])
  return Object.fromEntries(samples) as Record<Language, string>
}

type Generator = (request: SampleRequest, operation: Operation, example: Example) => string
const generators: Record<Language, Generator> = {
  curl: curlSample,
  typescript: (request, operation, example) =>
    operation.access === 'key' ? clientSample(request, operation, example) : fetchSample(request),
  python: pythonSample,
  php: phpSample,
}
