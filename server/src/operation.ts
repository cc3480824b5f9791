import type { Static, TSchema } from 'typebox'
import type { Caller, Context } from './context.ts'
import type { Transaction } from './db/database.ts'
import type { ErrorCode, Outcome } from './errors.ts'
import type { KeyedCall } from './idempotency/execute-once.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** How an operation can succeed. The status numbers are in `http/status.ts`. */
export type Success = 'ok' | 'created' | 'no_content' | 'see_other'
/** The validated parts of a request. */
export type Input<P = unknown, Q = unknown, B = unknown> = { params: P; query: Q; body: B }
type Call<I = Input> = I & { caller: Caller }
export type IdempotentCall<I = Input> = Call<I> & { keyed: KeyedCall }
export type Operation = Description<TSchema, TSchema, TSchema, TSchema> & { success: Success } & Handler<Input, unknown>

/** The length of an idempotency key where the operation sets no other. */
export const defaultKeyMaxLength = 255

/**
 * Declares an operation beside its implementation; `http/operations.ts` lists it. The handler's input and result are checked
 * against the schemas. The list holds operations of all shapes, so their types are erased here.
 */
export function defineOperation<P extends TSchema, Q extends TSchema, B extends TSchema, R extends TSchema>(
  definition: Description<P, Q, B, R> & Handler<Input<Static<P>, Static<Q>, Static<B>>, Static<R>>,
): Operation {
  return { success: 'ok', ...definition } as unknown as Operation
}

type Description<P, Q, B, R> = {
  name: string
  method: Method
  path: string
  summary: string
  /** Absent: the operation has none, and a body sent all the same is ignored. */
  params?: P
  query?: Q
  body?: B
  /** Absent: ok. */
  success?: Success
  /** Absent for a response without a body. */
  response?: R
  /** The refusals of its own, beside those every operation has. With an idempotency key they are replayed like a success. */
  refusals?: ErrorCode[]
  bodyLimitBytes?: number
  /** Not in the interface as it was agreed: added since, and marked so in its description. */
  addition?: boolean
  /** Without a body, the request is one with an empty object. */
  optionalBody?: boolean
  /** A list of the body whose items are judged one by one: a bad item fails alone. */
  itemsField?: string
}

/**
 * Who may call an operation, and what its handler gets. The handler of an idempotent operation gets a batch of concurrent
 * calls and the transaction in which their results are stored, and must not open another. The others get one call and open
 * a transaction if they need one.
 */
type Handler<I, O> =
  | {
      access: 'key'
      number: number
      idempotent?: false
      handle: (context: Context, call: Call<I>) => Promise<Outcome<O>>
    }
  | {
      access: 'key'
      number: number
      idempotent: true
      keyMaxLength?: number
      /** The refusals after which the key is unspent, so that a repetition runs again (4.1.7). */
      unspentRefusals?: ErrorCode[]
      /** False: one call is a large batch by itself, so it is not joined with others. */
      batched?: false
      /** May take seconds: of these only a few run at once (`db/bulkhead.ts`). */
      long?: true
      /** Locks what these calls need without waiting, and returns the calls that would have to wait. */
      tryLocks?: (tx: Transaction, calls: IdempotentCall<I>[]) => Promise<ReadonlySet<IdempotentCall<I>>>
      handle: (scope: { context: Context; tx: Transaction }, calls: IdempotentCall<I>[]) => Promise<Outcome<O>[]>
    }
  | { access: 'operator'; idempotent?: false; handle: (context: Context, input: I) => Promise<Outcome<O>> }
