import { type Statement, statement } from './statement.ts'

/** Deletes rows older than `age`, the oldest first, at most a thousand, so that no other transaction waits long. */
export const purgeOldest = (
  name: string,
  table: string,
  key: string,
  stamp: string,
  age: string,
): Statement<null, { purged: number }> =>
  statement(
    name,
    `with oldest as (
       select ${key} from ${table} where ${stamp} <= clock_now() - interval '${age}' order by ${stamp} limit 1000
          for update skip locked
     ), deleted as (
       delete from ${table} where (${key}) in (select ${key} from oldest) returning 1
     )
     select count(*)::integer as purged from deleted`,
  )
