import { expect, test } from 'vitest'
import type { Transaction } from './database.ts'
import { statement } from './statement.ts'

type Move = { businessId: string; addressDigest: Buffer }
const moveAddresses = statement<{ moves: Move[]; limit: number }, { id: string }>(
  'test.move_addresses',
  `select id from addresses join $moves(business_id uuid, address_digest bytea) using (business_id, address_digest)
    where created_at < (select min(created_at) from $moves(business_id uuid, address_digest bytea)) limit $limit`,
)
const [one, two] = [
  { businessId: 'b1', addressDigest: Buffer.from('a1') },
  { businessId: 'b2', addressDigest: Buffer.from('a2') },
]

test('a list of records becomes a table of typed arrays, and a parameter named twice is passed once', () => {
  expect(moveAddresses.text).toBe(
    `select id from addresses join unnest($1::uuid[], $2::bytea[]) as moves (business_id, address_digest) using (business_id, address_digest)
    where created_at < (select min(created_at) from unnest($1::uuid[], $2::bytea[]) as moves (business_id, address_digest)) limit $3`,
  )
})

test('the fields of the records are passed in the order of the columns, whatever their order in the records', () => {
  const reversed = { addressDigest: two.addressDigest, businessId: two.businessId }
  expect(moveAddresses.bind({ moves: [one, reversed], limit: 5 })).toEqual([
    ['b1', 'b2'],
    [one.addressDigest, two.addressDigest],
    5,
  ])
})

test('a jsonb field of a record is passed as JSON, and null as null', () => {
  const store = statement<{ notices: { id: string; detail: unknown }[] }>(
    'test.store_notices',
    `insert into notices select * from $notices(id uuid, detail jsonb)`,
  )
  const notices = [
    { id: 'n1', detail: ['a'] },
    { id: 'n2', detail: null },
  ]
  expect(store.bind({ notices })).toEqual([
    ['n1', 'n2'],
    ['["a"]', null],
  ])
})

test('a parameter that is missing at run time is an error, not null', () => {
  const wrong = [{ businessId: 'b1' }] as Move[]
  expect(() => moveAddresses.bind({ moves: wrong, limit: 1 })).toThrow(
    'test.move_addresses needs the parameter addressDigest',
  )
})

test('parameters that are swapped, missing or passed by position do not compile', () => {
  const listAll = statement<null, { id: string }>('test.list_all', `select id from addresses`)
  // Only compiled, never run: each line under a directive must be a type error.
  const compiled = async (tx: Transaction): Promise<void> => {
    await tx.all(moveAddresses, { moves: [one, two], limit: 5 })
    await tx.all(listAll)
    // @ts-expect-error two columns of different types are swapped
    await tx.all(moveAddresses, { moves: [{ businessId: one.addressDigest, addressDigest: one.businessId }], limit: 5 })
    // @ts-expect-error arrays side by side instead of records
    await tx.all(moveAddresses, { moves: [['b1'], [one.addressDigest]], limit: 5 })
    // @ts-expect-error parameters by position
    await tx.all(moveAddresses, [[one, two], 5])
    // @ts-expect-error a column under the name of another
    await tx.all(moveAddresses, { moves: [{ id: 'b1', addressDigest: one.addressDigest }], limit: 5 })
    // @ts-expect-error a record without one of its columns
    await tx.all(moveAddresses, { moves: [{ businessId: 'b1' }], limit: 5 })
    // @ts-expect-error no parameters where some are needed
    await tx.all(moveAddresses)
    // @ts-expect-error parameters where none are needed
    await tx.all(listAll, { limit: 5 })
    // @ts-expect-error a statement that returns rows is not a write
    tx.write(moveAddresses, { moves: [], limit: 5 })
  }
  expect(compiled).toBeTypeOf('function')
})
