import { type Statement, statement } from './statement.ts'

/** What is older than its time, the oldest first, a thousand at most: a step that holds nobody up. */
export const forgetOldest = (
  name: string,
  table: string,
  key: string,
  stamp: string,
  age: string,
): Statement<null, { forgotten: number }> =>
  statement(
    name,
    `with oldest as (
       select ${key} from ${table} where ${stamp} <= clock_now() - interval '${age}' order by ${stamp} limit 1000
          for update skip locked
     ), gone as (
       delete from ${table} where (${key}) in (select ${key} from oldest) returning 1
     )
     select count(*)::integer as forgotten from gone`,
  )
