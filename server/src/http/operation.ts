import type { Static, TSchema } from 'typebox'
import type { Caller, Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import type { ErrorCode, Outcome } from '../errors.ts'
import type { KeyedCall } from '../idempotency/once.ts'
import type { Success } from './status.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** The validated parts of a request. */
export type Input<P = unknown, Q = unknown, B = unknown> = { params: P; query: Q; body: B }
export type Call<I = Input> = { caller: Caller; input: I }
export type IdempotentCall<I = Input> = Call<I> & { keyed: KeyedCall }

type Description<P, Q, B> = {
  name: string
  method: Method
  path: string
  summary: string
  /** Absent: the operation has none, and a body sent all the same is ignored. */
  params?: P
  query?: Q
  body?: B
  success: Success
  /** Absent for an answer without a body. */
  answer?: TSchema
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
type InputOf<P, Q, B> = Input<
  P extends TSchema ? Static<P> : unknown,
  Q extends TSchema ? Static<Q> : unknown,
  B extends TSchema ? Static<B> : unknown
>

/**
 * How an operation is carried out. An idempotent one is handed a set of calls and the transaction in which their
 * answers will be stored; the others see one call and open a transaction if they need one.
 */
type Carried =
  | { access: 'key'; number: number; handle: (context: Context, call: Call) => Promise<Outcome<unknown>> }
  | {
      access: 'key'
      number: number
      idempotencyKey: { maxLength: number }
      unspentRefusals?: ErrorCode[]
      setOfOne?: boolean
      long?: boolean
      tryLocks?: (tx: Transaction, calls: IdempotentCall[]) => Promise<ReadonlySet<number>>
      handleSet: (context: Context, tx: Transaction, calls: IdempotentCall[]) => Promise<Outcome<unknown>[]>
    }
  | { access: 'operator'; handle: (context: Context, input: Input) => Promise<Outcome<unknown>> }

export type Operation = Description<TSchema, TSchema, TSchema> & Carried

/** A row whose handler is checked against its schemas; the table itself holds rows of all shapes. */
export function merchantOperation<P extends TSchema, Q extends TSchema, B extends TSchema>(
  row: Description<P, Q, B> & {
    number: number
    handle: (context: Context, call: Call<InputOf<P, Q, B>>) => Promise<Outcome<unknown>>
  },
): Operation {
  return { ...row, access: 'key' } as unknown as Operation
}

export function idempotentOperation<P extends TSchema, Q extends TSchema, B extends TSchema>(
  row: Description<P, Q, B> & {
    number: number
    idempotencyKey: { maxLength: number }
    /** The refusals after which the key is unspent, so that a repetition runs again (4.1.7). */
    unspentRefusals?: ErrorCode[]
    /** Already a large set by itself: its calls are not joined with others. */
    setOfOne?: boolean
    /** May take seconds: of these only a few run at once (`db/bulkhead.ts`). */
    long?: boolean
    /** Locks what these calls need without waiting, and answers the places of those that would have to wait. */
    tryLocks?: (tx: Transaction, calls: IdempotentCall<InputOf<P, Q, B>>[]) => Promise<ReadonlySet<number>>
    handleSet: (
      context: Context,
      tx: Transaction,
      calls: IdempotentCall<InputOf<P, Q, B>>[],
    ) => Promise<Outcome<unknown>[]>
  },
): Operation {
  return { ...row, access: 'key' } as unknown as Operation
}

export function operatorOperation<P extends TSchema, Q extends TSchema, B extends TSchema>(
  row: Description<P, Q, B> & { handle: (context: Context, input: InputOf<P, Q, B>) => Promise<Outcome<unknown>> },
): Operation {
  return { ...row, access: 'operator' } as unknown as Operation
}
