import { median, rounded, table } from './figures.ts'

/** The items done per second, and the processor time that each part used for one item, in milliseconds. */
export type Sample = { perSecond: number; milliseconds: Record<string, number> }
export type Variant = [name: string, measure: () => Promise<Sample>]
export type Row = Sample & { name: string; runs: number[] }

/** Interleaves the variants, so that a slow phase of the machine affects all of them, and returns the median of the rounds. */
export async function measureVariants(rounds: number, variants: Variant[]): Promise<Row[]> {
  const measured = new Map<string, Sample[]>(variants.map(([name]) => [name, []]))
  for (let round = 0; round < rounds; round++)
    for (const [name, measure] of variants) {
      measured.get(name)!.push(await measure())
      process.stderr.write('.')
    }
  process.stderr.write('\n')
  return [...measured].map(([name, samples]) => summarise(name, samples))
}

function summarise(name: string, samples: Sample[]): Row {
  const runs = samples.map(({ perSecond }) => Math.round(perSecond))
  const used = Object.keys(samples[0]!.milliseconds).map((part): [string, number] => [
    part,
    rounded(median(samples.map(({ milliseconds }) => milliseconds[part]!)), 3),
  ])
  return { name, perSecond: median(runs), milliseconds: Object.fromEntries(used), runs }
}

/** Each row is compared with the first one. */
export function comparisonTable(title: string, rows: Row[]): string {
  const parts = [...new Set(rows.flatMap(({ milliseconds }) => Object.keys(milliseconds)))]
  return table(
    [title, 'per second', 'of (a)', ...parts.map((part) => `${part} ms`), 'cores'],
    rows.map(({ name, perSecond, milliseconds }) => [
      name,
      perSecond,
      (perSecond / rows[0]!.perSecond).toFixed(2),
      ...parts.map((part) => milliseconds[part] ?? ''),
      coresBusy(perSecond, Object.values(milliseconds)).toFixed(2),
    ]),
  )
}

/** The number of cores that all parts together use. If it equals the cores of the machine, processor time is the limit. */
const coresBusy = (perSecond: number, milliseconds: number[]): number =>
  (perSecond * milliseconds.reduce((sum, part) => sum + part, 0)) / 1000
