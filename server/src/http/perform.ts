import { type Caller, type Context, onTestSide } from '../context.ts'
import type { ErrorCode, Outcome, ValidationError } from '../errors.ts'
import { createBatchedExecution, createTestExecution } from '../idempotency/batched-execution.ts'
import type { RequestParts } from '../idempotency/describe-reuse.ts'
import type { Executed } from '../idempotency/execute-once.decide.ts'
import { fingerprint } from '../idempotency/fingerprint.ts'
import type { Mode } from '../mode.ts'
import type { IdempotentCall, Operation } from '../operation.ts'
import type { Operator } from '../operator-role.ts'
import type { Admitted } from './admission.ts'
import type { Help } from './help.ts'
import type { ValidInput } from './input.ts'
import { type HttpResponse, refusal, success, withHelp } from './response.ts'
import { validationError } from './validation-error.ts'
import { validationHelp } from './validation-help.ts'

type Perform = (
  operation: Operation,
  admitted: Admitted,
  read: ValidInput,
  requestId: string,
) => Promise<{ response: HttpResponse; replayed?: boolean }>

/** Runs the handler of an operation. Calls with an idempotency key run in batches, once per key. */
export function createPerform(context: Context, operations: Operation[]): Perform {
  type Execute = (call: IdempotentCall) => Promise<Executed<unknown>>
  const executions = new Map<string, Record<Mode, Execute>>()
  for (const operation of operations)
    if (operation.idempotent === true)
      executions.set(operation.name, {
        live: createBatchedExecution(context.db, operation, (tx, calls) => operation.handle({ context, tx }, calls)),
        test: createTestExecution(context.db, operation, (tx, calls) =>
          operation.handle({ context: onTestSide(context, calls[0]!.caller.businessId), tx }, calls),
        ),
      })
  /** Each business, and the operator, uses at most its share of the database connections. */
  const contextOf = (party: string): Context => ({ ...context, db: context.db.as(party) })
  const contextOfCaller = ({ businessId, mode }: Caller): Context =>
    mode === 'test' ? onTestSide(contextOf(businessId), businessId) : contextOf(businessId)

  const performOperator = (
    operation: Extract<Operation, { access: 'operator' }>,
    operator: Operator,
    { input, idempotencyKey }: ValidInput,
    requestId: string,
  ): Promise<Outcome<unknown>> =>
    operation.effect === 'read'
      ? operation.handle(contextOf('operator'), input)
      : operation.handle(contextOf('operator'), {
          ...input,
          operator,
          action: operation.name,
          requestId,
          idempotencyKey,
        })

  return async (operation, admitted, read, requestId) => {
    const { input, sentBody, idempotencyKey: key } = read
    if (operation.access === 'operator') {
      const { operator } = admitted as Extract<Admitted, { operator: Operator }>
      return { response: toResponse(operation, await performOperator(operation, operator, read, requestId)) }
    }
    const { caller } = admitted as Extract<Admitted, { operator: null }>
    if (operation.idempotent !== true)
      return {
        response: toResponse(operation, await operation.handle(contextOfCaller(caller), { ...input, caller })),
      }

    const keyed = {
      businessId: caller.businessId,
      operation: operation.number,
      key: key!,
      fingerprint: fingerprint(context.digestKey, operation.number, input.params, sentBody),
    }
    const outcome = await executions.get(operation.name)![caller.mode]({ ...input, keyed, caller })
    if ('invalid' in outcome) return { response: invalidInBody(operation, outcome.invalid) }
    const { replayed } = outcome
    const headers: Record<string, string> = replayed ? { 'Idempotent-Replayed': 'true' } : {}
    if ('body' in outcome) return { response: success(operation.success, outcome.body, headers), replayed }
    return { response: refuse(operation, outcome, { ...headers, ...retryAfter(outcome) }), replayed }
  }
}

function toResponse(operation: Operation, outcome: Outcome<unknown>): HttpResponse {
  if ('invalid' in outcome) return invalidInBody(operation, outcome.invalid)
  if ('refused' in outcome) return refuse(operation, outcome, retryAfter(outcome))
  const headers: Record<string, string> = outcome.isReplay === true ? { 'Idempotent-Replayed': 'true' } : {}
  return success(operation.success, operation.response === undefined ? null : JSON.stringify(outcome.done), headers)
}

const retryAfter = ({ retryAfterSeconds: seconds }: { retryAfterSeconds?: number }): Record<string, string> =>
  seconds === undefined ? {} : { 'Retry-After': String(seconds) }

type RefusedCall = { refused: ErrorCode; firstAt?: Date | null }

const refuse = (operation: Operation, outcome: RefusedCall, headers: Record<string, string> = {}): HttpResponse =>
  withHelp(refusal(outcome.refused, headers), helpOf(operation, outcome))

/** The refusals of handlers about which more can be said than their code. */
const refusalHelp: { [C in ErrorCode]?: Help } = {
  'idempotency.request_in_progress': { case: 'in_progress' },
  'business.key_not_permitted': { case: 'minted_key' },
  'business.invalid_api_key': { case: 'key', problem: 'not_active' },
}

function helpOf({ params, body }: Operation, { refused, firstAt = null }: RefusedCall): Help | null {
  if (refused !== 'idempotency.key_reused') return refusalHelp[refused] ?? null
  return { case: 'key_reused', differing: partsOf(params !== undefined, body !== undefined), firstAt }
}

function partsOf(hasPath: boolean, hasBody: boolean): RequestParts {
  if (hasPath && hasBody) return 'path or body'
  return hasPath ? 'path' : 'body'
}

const invalidInBody = (operation: Operation, found: ValidationError[]): HttpResponse =>
  invalid(
    operation,
    found.map(({ type, loc, msg, input }) => validationError(type, ['body', ...loc], msg, input)),
  )

export const invalid = (operation: Operation, errors: ValidationError[]): HttpResponse =>
  withHelp(refusal('common.validation_failed', {}, errors), validationHelp(operation, errors))
