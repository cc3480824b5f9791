import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const wordsOf = (list: string): string[] => list.match(/[a-z_]+/g) ?? []

/** The name and the labels of each metric, as `metrics.ts` declares them. */
const declared = [...read('server/src/metrics.ts').matchAll(/'(tidings_\w+)',\s*(?:\[([^\]]*)\])?/g)].map(
  ([, name, labels = '']) => ({ name, labels: wordsOf(labels) }),
)
/** The same, as the document lists them. */
const documented = [...read('docs/internals/observability.md').matchAll(/^\| `(tidings_\w+)` \| ([^|]*)\|/gm)].map(
  ([, name, labels = '']) => ({ name, labels: wordsOf(labels) }),
)
const sorted = (list: { name: string | undefined; labels: string[] }[]) =>
  list.toSorted((one, two) => one.name!.localeCompare(two.name!))

test('observability.md lists every metric with its labels, and no other', () => {
  expect(declared.length).toBeGreaterThan(30)
  expect(sorted(documented)).toEqual(sorted(declared))
})
