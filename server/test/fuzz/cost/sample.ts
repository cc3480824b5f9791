import type { Random } from '../random.ts'
import { shapes } from './json-text.ts'

const marker = '@here'

/** The sample with one value replaced by an expensive one, with an expensive unknown field, or with a list of many items. */
export function expandSample(random: Random, sample: unknown, bytes: number): { family: string; text: string } {
  const copy = structuredClone(sample)
  const locations = locationsIn({ whole: copy })
  const lists = locations.filter(({ owner, name }) => Array.isArray(owner[name]) && owner[name].length > 0)
  if (lists.length > 0 && random.bool(0.4)) {
    const { owner, name } = random.pick(lists)
    const item = JSON.stringify((owner[name] as unknown[])[0])
    owner[name] = marker
    const items = Array.from({ length: Math.max(1, Math.floor(bytes / item.length)) }, () => item)
    return { family: 'many items', text: filled(copy, `[${items.join(',')}]`) }
  }
  const [family, write] = random.pick(Object.entries(shapes))
  const { owner, name } = random.pick(locations.slice(1))
  if (random.bool(0.3)) owner['unknown'] = marker
  else owner[name] = marker
  return { family, text: filled(copy, write(random, bytes)) }
}

const filled = (value: unknown, text: string): string => JSON.stringify(value).replace(`"${marker}"`, () => text)

type Owner = Record<string, unknown>
type Location = { owner: Owner; name: string }

function locationsIn(owner: Owner): Location[] {
  return Object.keys(owner).flatMap((name) => {
    const inner = owner[name]
    return [{ owner, name }, ...(inner !== null && typeof inner === 'object' ? locationsIn(inner as Owner) : [])]
  })
}
