import type { Operation } from '../operation.ts'
import { successStatus } from '../status.ts'
import type { Example } from './examples/example.ts'
import { examples } from './examples/examples.ts'
import { typedParameter } from './examples/typed-parameter.ts'
import { languageNames, languages, samplesOf } from './samples/samples.ts'

type Json = { [name: string]: unknown }
type WithContent = Json & { content?: { 'application/json': Json } }
/** The parts of a described operation that get an example. */
type Described = {
  parameters: (Json & { name: string })[]
  requestBody?: WithContent
  responses: Record<string, WithContent>
}

/** Adds the examples and code samples of an operation to its description. */
export function withExamples(operation: Operation, description: Json): Json {
  const example = examples[operation.name]
  if (example === undefined) return description
  const { parameters, requestBody, responses } = description as unknown as Described
  const status = successStatus[operation.success]
  return {
    ...description,
    parameters: parameters.map((one) => ({ ...one, ...parameterExample(operation, example, one.name) })),
    ...(requestBody && { requestBody: withValues(requestBody, example, 'body') }),
    responses: { ...responses, [status]: withValues(responses[status]!, example, 'response') },
    'x-codeSamples': codeSamples(operation, example),
  }
}

function parameterExample(operation: Operation, { params, query, idempotencyKey }: Example, name: string): Json {
  const value = { ...params, ...query, ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }) }[name]
  return value === undefined ? {} : { example: typedParameter(operation, name, value) }
}

/** One example is the `example` of the content, and several are `examples` with a summary. */
function withValues(described: WithContent, first: Example, part: 'body' | 'response'): WithContent {
  const json = described.content?.['application/json']
  if (json === undefined) return described
  const { title = 'The usual request', more } = first
  const several = Object.entries({ [title]: first, ...more }).map(([summary, one]) => [
    keyOf(summary),
    { summary, value: one[part] },
  ])
  const values = more === undefined ? { example: first[part] } : { examples: Object.fromEntries(several) }
  return { ...described, content: { 'application/json': { ...json, ...values } } }
}

const keyOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')

/** In the form that renderers of OpenAPI documents share. */
function codeSamples(operation: Operation, example: Example): Json[] {
  const samples = samplesOf(operation, example)
  return languages.map((language) => ({
    lang: language === 'curl' ? 'Shell' : languageNames[language],
    label: languageNames[language],
    source: samples[language],
  }))
}
