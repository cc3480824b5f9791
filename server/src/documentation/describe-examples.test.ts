import { describe, expect, test } from 'vitest'
import { merchantOperations } from '../http/operations.ts'
import { withExamples } from './describe-examples.ts'
import { describeInterface } from './openapi.ts'
import { languages } from './samples/samples.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- reads any part of the description
type Json = any
const { paths } = describeInterface(merchantOperations)

describe('the description of an operation has', () => {
  for (const operation of merchantOperations)
    test(`examples of all parts of ${operation.name}, and its code samples`, () => {
      const described: Json = paths[operation.path]![operation.method.toLowerCase()]
      const success: Json = Object.values(described.responses)[0]
      const contents = [described.requestBody, success].flatMap(
        (part: Json) => part?.content?.['application/json'] ?? [],
      )
      expect(contents.filter((content: Json) => !('example' in content || 'examples' in content))).toEqual([])
      const required = described.parameters.filter((parameter: Json) => parameter.required)
      expect(required.filter((parameter: Json) => parameter.example === undefined)).toEqual([])
      expect(described['x-codeSamples']).toHaveLength(languages.length)
    })
})

test('the example of a number in the query is a number', () => {
  const operation = merchantOperations.find(({ name }) => name === 'listWebhookDeliveries')!
  const parameters = [{ name: 'limit', in: 'query' }]
  const { parameters: described } = withExamples(operation, { parameters, responses: { 200: {} } })
  expect(described).toEqual([{ name: 'limit', in: 'query', example: 20 }])
})

test('an operation with several examples shows each with its title', () => {
  const content: Json = paths['/api/v1/messages']!['post']!['requestBody']
  expect(Object.values(content.content['application/json'].examples).map(({ summary }: Json) => summary)).toEqual([
    'Send an email',
    'Send a text if the message is unread after two hours',
    'Send a WhatsApp message, and a text if it cannot be delivered',
    'A text is skipped, because the customer has no number',
  ])
})
