import type { CodeWords } from './code-words.ts'
import { errorWords } from './error-words.ts'
import { operatorErrorWords } from './operator-error-words.ts'
import { type ResendError, resendErrorWords } from './resend-error-words.ts'

export type ErrorCode = keyof typeof errorWords | keyof typeof operatorErrorWords | ResendError
/** All error codes (7), each with its words. `status.ts` has their status numbers. */
export const errorCodes: Record<ErrorCode, CodeWords> = { ...errorWords, ...operatorErrorWords, ...resendErrorWords }
export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorCodes, text)

/** One failing part of a request (7): the kind of error, its location, a message, and the input. */
export type ValidationError = { type: string; loc: (string | number)[]; msg: string; input: unknown }

/**
 * The outcome of an operation. A refusal is decided before anything is written; the operation's definition states whether it
 * spends the idempotency key (4.1.7). `invalid` is input that is wrong only given the stored state or the clock: it never
 * spends the key, and its locations are relative to the body.
 */
export type Outcome<T> = Done<T> | Refused | { invalid: ValidationError[] }
/**
 * `recipientIds` are the recipients in the response. Erasing one of them removes it from the stored responses (2.11).
 * `isReplay`: the response of an earlier request with the same idempotency key.
 */
export type Done<T> = { done: T; recipientIds: string[]; isReplay?: true }
/** `retryAfterSeconds` is present when it is known how soon the same request may succeed. */
export type Refused = { refused: ErrorCode; recipientIds: string[]; retryAfterSeconds?: number }

export const done = <T>(value: T, recipientIds: string[] = []): Done<T> => ({ done: value, recipientIds })
export const refused = (code: ErrorCode, recipientIds: string[] = []): Refused => ({ refused: code, recipientIds })
