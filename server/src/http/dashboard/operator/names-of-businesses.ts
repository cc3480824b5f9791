import { businessNames } from '../../../dashboard/operator/sql.ts'
import { formatId, parseId } from '../../../ids.ts'
import type { OperatorVisit } from '../routes.ts'

/** The names of businesses by their public ids. */
export async function namesOfBusinesses(
  { context }: Pick<OperatorVisit, 'context'>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const found = await context.db.all(businessNames, { ids: [...new Set(ids)].map((id) => parseId('biz', id)!) })
  return new Map(found.map(({ id, name }) => [formatId('biz', id), name]))
}
