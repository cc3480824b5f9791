import { type TSchema, Type } from 'typebox'
import { type IdPrefix, parseId } from './ids.ts'
import { named, nullable } from './schema.ts'

/** The query parameters of a paginated list. `cursorFormat` is a format of `http/validation.ts`. */
export const pageQuery = (cursorFormat: string) => ({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'The largest number of items on a page.' }),
  ),
  cursor: Type.Optional(
    Type.String({ format: cursorFormat, description: '`next_cursor` of the page before. Omit it for the first page.' }),
  ),
})
/** The id of nothing. */
export const nilId = '00000000-0000-0000-0000-000000000000'
/** The id of the business that a list is limited to, null for all. A malformed id is that of no business. */
export const businessFilter = ({ business_id: id }: { business_id?: string }): string | null =>
  id === undefined ? null : (parseId('biz', id) ?? nilId)

/** A page of a list. `name` and `description` are those of the page in the OpenAPI document. */
export const pageSchema = <Item extends TSchema>(name: string, description: string, item: Item) =>
  named(
    name,
    Type.Object(
      {
        items: Type.Array(item, { description: 'The items of this page.' }),
        next_cursor: nullable(
          Type.String({ description: 'Pass it as `cursor` to read the next page. Null on the last page.' }),
        ),
      },
      { description },
    ),
  )

/** Reads one row more than the page shows, to find out whether there is another page. A cursor is the id of the last item. */
export const pageStart = (prefix: IdPrefix, { limit = 50, cursor }: { limit?: number; cursor?: string }) => ({
  after: cursor === undefined ? null : parseId(prefix, cursor),
  limit: limit + 1,
})
export const toPage = <Item extends { id: string }>(read: Item[], { limit }: { limit: number }) => {
  const items = read.slice(0, limit - 1)
  return { items, next_cursor: read.length < limit ? null : items.at(-1)!.id }
}
