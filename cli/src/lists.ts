import type { Command } from 'commander'
import { parseInteger } from './option-parsers.ts'

export type ListOptions = { limit: number }

export const addLimitOption = (command: Command): Command =>
  command.option('-n, --limit <number>', 'at most so many', parseInteger, 20)

/** Reads pages only until there are enough items. */
export async function takeItems<Item>(list: AsyncIterable<Item>, limit: number): Promise<Item[]> {
  const items: Item[] = []
  if (limit === 0) return items
  for await (const item of list) {
    items.push(item)
    if (items.length === limit) break
  }
  return items
}

/** For a list whose newest item comes last. */
export async function lastItems<Item>(list: AsyncIterable<Item>, limit: number): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of list) {
    items.push(item)
    if (items.length > limit) items.shift()
  }
  return items
}
