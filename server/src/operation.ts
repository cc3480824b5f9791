import type { Static, TSchema } from 'typebox'
import type { AuditAction } from './audit/actions.ts'
import type { Caller, Context } from './context.ts'
import type { Transaction } from './db/database.ts'
import type { ErrorCode, Outcome } from './errors.ts'
import type { KeyedCall } from './idempotency/execute-once.ts'
import type { Scope } from './keys/scopes.ts'
import type { DashboardActor } from './member-role.ts'
import type { LimitedRole, Operator } from './operator-role.ts'
import type { Tag } from './tags.ts'
import type { Traced } from './tracing.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** The kinds of success. `status.ts` has their status numbers. */
export type Success = 'ok' | 'created' | 'no_content' | 'see_other' | 'temporary_redirect'
/** The validated parts of a request. */
export type Input<P = unknown, Q = unknown, B = unknown> = { params: P; query: Q; body: B }
type Call<I = Input> = I & { caller: Caller }
export type IdempotentCall<I = Input> = Call<I> & Traced & { keyed: KeyedCall }
/** `action` is the name of the operation, for the audit log. A member calls a few of these operations in the dashboard. */
export type OperatorCall<I = unknown> = I & {
  actor: Operator | DashboardActor
  action: AuditAction
  requestId: string
  /** Null if the caller sent none, or the operation takes none. */
  idempotencyKey: string | null
}
declare const isAudited: unique symbol
/** The outcome of a change by an operator, after its audit row is written. Only `audit/audited.ts` creates it. */
export type Audited<T> = Outcome<T> & { readonly [isAudited]: true }
export type Operation = Description<TSchema, TSchema, TSchema, TSchema> & { success: Success } & Handler<Input, unknown>

/** The length of an idempotency key where the operation sets no other. */
export const defaultKeyMaxLength = 255

/**
 * Declares an operation beside its implementation; `http/operations.ts` lists it. The compiler checks the handler's input and
 * result against the schemas. The list contains operations of all shapes, so their types are erased here.
 */
export function defineOperation<P extends TSchema, Q extends TSchema, B extends TSchema, R extends TSchema>(
  definition: Description<P, Q, B, R> & Handler<Input<Static<P>, Static<Q>, Static<B>>, Static<R>>,
): Operation {
  return { success: 'ok', ...definition } as unknown as Operation
}

type Description<P, Q, B, R> = {
  name: string
  tag: Tag
  method: Method
  path: string
  /** What it does, in one line. */
  summary: string
  /** What a developer must know before the first call, as Markdown. */
  description: string
  /** Absent: the operation has none. A body that is sent is ignored. */
  params?: P
  query?: Q
  body?: B
  /** Absent: ok. */
  success?: Success
  /** Absent for a response without a body. */
  response?: R
  /** Refusals in addition to those that every operation has. With an idempotency key they are replayed like a success. */
  refusals?: ErrorCode[]
  bodyLimitBytes?: number
  /** True for an operation that was added to the original contract. The OpenAPI document marks it. */
  addition?: boolean
  /** True: a request without a body counts as one with an empty object. */
  optionalBody?: boolean
  /** A list in the body whose items are validated one by one: an invalid item does not fail the others. */
  itemsField?: string
}

/**
 * The access an operation requires and the arguments of its handler. The handler of an idempotent operation gets a batch of
 * concurrent calls and the transaction in which their results are stored, and must not open another. Other handlers get one
 * call and open a transaction if they need one.
 */
type Handler<I, O> =
  | {
      access: 'key'
      scope: Scope
      number: number
      /** True: refuses the key of a live business. */
      testOnly?: true
      idempotent?: false
      handle: (context: Context, call: Call<I>) => Promise<Outcome<O>>
    }
  | {
      access: 'key'
      scope: Scope
      number: number
      testOnly?: undefined
      idempotent: true
      keyMaxLength?: number
      /** The refusals that leave the key unspent, so that a retry runs again (4.1.7). */
      unspentRefusals?: ErrorCode[]
      /** False: one call is already a large batch, so it is not joined with others. */
      batched?: false
      /** True: a call may take seconds, so only a few run at once (`db/bulkhead.ts`). */
      long?: true
      /** Takes the locks of these calls without waiting, and returns the calls whose locks are not available. */
      tryLocks?: (tx: Transaction, calls: IdempotentCall<I>[]) => Promise<ReadonlySet<IdempotentCall<I>>>
      handle: (scope: { context: Context; tx: Transaction }, calls: IdempotentCall<I>[]) => Promise<Outcome<O>[]>
    }
  | {
      access: 'operator'
      effect: 'read'
      /** The roles that may call it, besides admin. */
      roles: readonly LimitedRole[]
      idempotent?: false
      handle: (context: Context, input: I) => Promise<Outcome<O>>
    }
  | {
      access: 'operator'
      effect: 'change'
      name: AuditAction
      roles: readonly LimitedRole[]
      /** True: the caller may send an idempotency key, and the handler runs once per key. */
      optionalKey?: true
      idempotent?: false
      handle: (context: Context, call: OperatorCall<I>) => Promise<Audited<O>>
    }
