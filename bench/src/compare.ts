import { median, rounded, table } from './figures.ts'

/** How many of its things were done in a second, and what one of them cost each part in processor time, in milliseconds. */
export type Sample = { perSecond: number; milliseconds: Record<string, number> }
export type Contender = [name: string, measure: () => Promise<Sample>]
export type Row = Sample & { name: string; runs: number[] }

/** In turns, so that a machine that is slower for a while is slower for all of them; the median of the rounds. */
export async function takeTurns(rounds: number, contenders: Contender[]): Promise<Row[]> {
  const measured = new Map<string, Sample[]>(contenders.map(([name]) => [name, []]))
  for (let round = 0; round < rounds; round++)
    for (const [name, measure] of contenders) {
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

/** The first row is the measure of the others. */
export function compare(title: string, rows: Row[]): string {
  const parts = [...new Set(rows.flatMap(({ milliseconds }) => Object.keys(milliseconds)))]
  return table(
    [title, 'a second', 'of (a)', ...parts.map((part) => `${part} ms`), 'cores'],
    rows.map(({ name, perSecond, milliseconds }) => [
      name,
      perSecond,
      (perSecond / rows[0]!.perSecond).toFixed(2),
      ...parts.map((part) => milliseconds[part] ?? ''),
      coresBusy(perSecond, Object.values(milliseconds)).toFixed(2),
    ]),
  )
}

/** How many processors the parts keep busy between them: when that is all there are, processor time is the limit. */
const coresBusy = (perSecond: number, milliseconds: number[]): number =>
  (perSecond * milliseconds.reduce((sum, part) => sum + part, 0)) / 1000
