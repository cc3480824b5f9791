import type { Draw } from '../draw.ts'
import { shapes } from './json-text.ts'

const here = '@here'

/** The sample with one of its values expensive, with a field that it does not have, or with a list of many of its items. */
export function expandSample(draw: Draw, sample: unknown, bytes: number): { family: string; text: string } {
  const copy = structuredClone(sample)
  const places = placesIn({ whole: copy })
  const lists = places.filter(({ owner, name }) => Array.isArray(owner[name]) && owner[name].length > 0)
  if (lists.length > 0 && draw.chance(0.4)) {
    const { owner, name } = draw.pick(lists)
    const item = JSON.stringify((owner[name] as unknown[])[0])
    owner[name] = here
    const items = Array.from({ length: Math.max(1, Math.floor(bytes / item.length)) }, () => item)
    return { family: 'many items', text: filled(copy, `[${items.join(',')}]`) }
  }
  const [family, write] = draw.pick(Object.entries(shapes))
  const { owner, name } = draw.pick(places.slice(1))
  if (draw.chance(0.3)) owner['unknown'] = here
  else owner[name] = here
  return { family, text: filled(copy, write(draw, bytes)) }
}

const filled = (value: unknown, text: string): string => JSON.stringify(value).replace(`"${here}"`, () => text)

type Owner = Record<string, unknown>
type Place = { owner: Owner; name: string }

function placesIn(owner: Owner): Place[] {
  return Object.keys(owner).flatMap((name) => {
    const inner = owner[name]
    return [{ owner, name }, ...(inner !== null && typeof inner === 'object' ? placesIn(inner as Owner) : [])]
  })
}
