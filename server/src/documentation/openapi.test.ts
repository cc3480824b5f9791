import { describe, expect, test } from 'vitest'
import { developmentOperations, merchantOperations, operatorOperations } from '../http/operations.ts'
import { describeInterface, describeOperatorInterface } from './openapi.ts'

type Node = { [name: string]: unknown }
type Found = { path: string; node: Node }

const documents = {
  'docs/openapi.json': describeInterface(merchantOperations),
  'docs/operator-openapi.json': describeOperatorInterface([...operatorOperations, ...developmentOperations]),
}

/** Every object of the document with its path. Examples are data, not descriptions. */
function nodesOf(value: unknown, path = ''): Found[] {
  if (value === null || typeof value !== 'object') return []
  const inner = Object.entries(value).filter(([name]) => name !== 'example' && name !== 'examples')
  const nested = inner.flatMap(([name, one]) => nodesOf(one, `${path}/${name}`))
  return Array.isArray(value) ? nested : [{ path, node: value as Node }, ...nested]
}

const isSchema = ({ path }: Found): boolean =>
  /\/(schema|items|additionalProperties)$|\/(properties|schemas)\/[^/]+$|\/(oneOf|anyOf|allOf)\/\d+$/.test(path)
const isEmpty = (text: unknown): boolean => typeof text !== 'string' || text.trim() === ''

for (const [name, document] of Object.entries(documents))
  describe(name, () => {
    const nodes = nodesOf(JSON.parse(JSON.stringify(document)))
    const schemas = nodes.filter(isSchema)
    const component = ({ $ref }: Node): Node | undefined => {
      const target = typeof $ref === 'string' ? $ref.slice(1) : undefined
      return nodes.find(({ path }) => path === target)?.node
    }
    /** A reference may rely on the description of its component. */
    const lacksDescription = ({ node }: Found): boolean =>
      isEmpty(node['description']) && isEmpty(component(node)?.['description'])
    const paths = (found: Found[]): string[] => found.map(({ path }) => path)

    test('every field has a description', () => {
      const fields = schemas.filter(({ path }) => /\/properties\/[^/]+$/.test(path))
      expect(fields.length).toBeGreaterThan(100)
      expect(paths(fields.filter(lacksDescription))).toEqual([])
    })

    test('every component, list item and enumeration has a description', () => {
      const described = schemas.filter(
        ({ path, node }) => /\/(schemas\/[^/]+|items|additionalProperties)$/.test(path) || 'enum' in node,
      )
      const ofParameter = ({ path }: Found): boolean => /\/parameters\/\d+\/schema$/.test(path)
      expect(paths(described.filter((found) => !ofParameter(found) && lacksDescription(found)))).toEqual([])
    })

    test('every parameter, header, response, request body and tag has a description', () => {
      const described = nodes.filter(
        ({ path }) =>
          /\/parameters\/\d+$|\/responses\/[^/]+$|\/headers\/[^/]+$|\/requestBody$|\/components\/securitySchemes\/\w+$/.test(
            path,
          ) && !/\/properties\//.test(path),
      )
      expect(paths(described.filter(lacksDescription))).toEqual([])
      expect(document.tags.filter(({ description }) => isEmpty(description))).toEqual([])
    })

    test('every operation has a summary, a description that says more, and one tag of the document', () => {
      const tags = document.tags.map((tag) => tag.name)
      const operations = nodes.filter(({ node }) => 'operationId' in node)
      const wrong = operations.filter(
        ({ node: { summary, description, tags: own } }) =>
          isEmpty(summary) ||
          isEmpty(description) ||
          summary === description ||
          (own as string[]).length !== 1 ||
          !tags.includes((own as string[])[0]!),
      )
      expect(paths(wrong)).toEqual([])
      expect(tags.filter((tag) => !operations.some(({ node }) => (node['tags'] as string[]).includes(tag)))).toEqual([])
    })

    test('every object has named fields, or a schema for its values', () => {
      const bare = schemas.filter(({ node }) => {
        const {
          type,
          properties = {},
          additionalProperties,
        } = node as { type?: unknown; properties?: object; additionalProperties?: unknown }
        return (
          [type].flat().includes('object') &&
          Object.keys(properties).length === 0 &&
          (additionalProperties === undefined || additionalProperties === true)
        )
      })
      expect(paths(bare)).toEqual([])
    })

    test('every object inside another one is a component with a name', () => {
      const nested = schemas.filter(
        ({ path, node }) => [node['type']].flat().includes('object') && !/\/(schemas\/[^/]+|schema)$/.test(path),
      )
      expect(paths(nested)).toEqual([])
    })
  })

test('every enumeration of codes, reasons and types of the merchant is marked as growing (9)', () => {
  const enumerations = nodesOf(documents['docs/openapi.json']).filter(
    ({ path, node }) => 'enum' in node && /(error_code|[Rr]eason|Code|Type|Error)$/.test(path),
  )
  expect(enumerations.length).toBeGreaterThan(20)
  expect(enumerations.filter(({ node }) => node['x-extensible'] !== true)).toEqual([])
})

test('each error response lists its codes, and only a 422 has details', () => {
  const errors = Object.entries(documents['docs/openapi.json'].paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      Object.entries(operation['responses'] as Record<string, Node>)
        .filter(([status]) => Number(status) >= 400)
        .map(([status, response]) => ({ route: `${method} ${path} ${status}`, status, fields: fieldsOf(response) })),
    ),
  )
  expect(errors.filter(({ fields }) => !Array.isArray((fields['error_code'] as Node)['enum']))).toEqual([])
  expect([...new Set(errors.filter(({ fields }) => 'detail' in fields).map(({ status }) => status))]).toEqual(['422'])
})

test('the errors of a batch item are those of a push that a batch item can have (2.6)', () => {
  const { refusals = [], ...push } = merchantOperations.find(({ name }) => name === 'pushMessage')!
  const unspent = push.idempotent === true ? (push.unspentRefusals ?? []) : []
  expect((schemas['BatchItemError']!['enum'] as string[]).toSorted()).toEqual(
    ['common.validation_failed', 'idempotency.key_reused', ...refusals, ...unspent].toSorted(),
  )
})

const { responses, schemas } = documents['docs/openapi.json'].components
type Content = { content: { 'application/json': { schema: { properties: Node } } } }
function fieldsOf(response: Node): Node {
  const name = (response['$ref'] as string | undefined)?.split('/').at(-1)
  const { content } = (name === undefined ? response : responses[name]) as Content
  return content['application/json'].schema.properties
}
