import { statement } from '../../db/statement.ts'

export const businessNames = statement<{ ids: string[] }, { id: string; name: string }>(
  'attention.business_names',
  `select id, name from businesses where id = any($ids::uuid[])`,
)
