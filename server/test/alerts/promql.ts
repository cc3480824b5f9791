import type { SyntaxNode } from '@lezer/common'
import { parser } from '@prometheus-io/lezer-promql'

type Matcher = { label: string; values: string[]; isPattern: boolean }
/** `text` is the selector as it is written. */
type Selector = { metric: string; matchers: Matcher[]; text: string }
/** What an expression reads. `labels` are those by which it groups or joins. */
export type Query = { selectors: Selector[]; labels: string[] }

/** Parses an expression of PromQL with the grammar of Prometheus' own editor. */
export function parseQuery(expression: string): Query {
  const query: Query = { selectors: [], labels: [] }
  parser.parse(expression).iterate({
    enter({ node, type, from, to }) {
      if (type.isError) throw new Error(`a syntax error at ${from}: ${expression}`)
      if (type.name === 'VectorSelector') query.selectors.push(readSelector(expression, node))
      if (type.name === 'GroupingLabels')
        query.labels.push(...node.getChildren('LabelName').map((label) => textOf(expression, label)))
      return to > from
    },
  })
  return query
}

function readSelector(expression: string, node: SyntaxNode): Selector {
  const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []
  return {
    metric: textOf(expression, node.getChild('Identifier')!),
    text: textOf(expression, node),
    matchers: matchers.map((matcher) => {
      const [label, operator, value] = ['LabelName', 'MatchOp', 'StringLiteral'].map((name) =>
        textOf(expression, matcher.getChild(name)!),
      ) as [string, string, string]
      const values = value.slice(1, -1).split('|')
      return { label, values, isPattern: operator.endsWith('~') && values.some((one) => /[^\w-]/.test(one)) }
    }),
  }
}

const textOf = (expression: string, { from, to }: SyntaxNode): string => expression.slice(from, to)
