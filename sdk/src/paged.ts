export type Page<Item> = { items: Item[]; next_cursor: string | null }

/** A list that is read page by page: iterate over its items, or over its pages. */
export type Paged<Item> = AsyncIterable<Item> & {
  /** The first page, or the page of the `cursor` in the query. */
  page: () => Promise<Page<Item>>
  /** This page and all pages after it. */
  pages: () => AsyncIterable<Page<Item>>
}

export function createPaged<Item>(
  cursor: string | undefined,
  read: (cursor: string | undefined) => Promise<Page<Item>>,
): Paged<Item> {
  async function* pages(): AsyncGenerator<Page<Item>> {
    let next: string | null | undefined = cursor
    do {
      const page: Page<Item> = await read(next)
      yield page
      next = page.next_cursor
    } while (next !== null)
  }
  async function* items(): AsyncGenerator<Item> {
    for await (const page of pages()) yield* page.items
  }
  return { [Symbol.asyncIterator]: items, pages, page: () => read(cursor) }
}
