import { type Caller, type Context, onTestSide } from '../context.ts'
import { type ErrorCode, type Outcome, refused as refusedWith, type ValidationError } from '../errors.ts'
import { createBatchedExecution, createTestExecution } from '../idempotency/batched-execution.ts'
import type { RequestParts } from '../idempotency/describe-reuse.ts'
import type { Executed } from '../idempotency/execute-once.decide.ts'
import { fingerprint } from '../idempotency/fingerprint.ts'
import type { Mode } from '../mode.ts'
import type { IdempotentCall, Operation } from '../operation.ts'
import { isPermitted, type Operator } from '../operator-role.ts'
import { currentTrace } from '../tracing.ts'
import { recordDashboardActs, recordsDashboardAct } from './dashboard-acts.ts'
import type { Help } from './help.ts'
import type { ValidInput } from './input.ts'
import { type HttpResponse, refusal, success, withHelp } from './response.ts'
import { validationError } from './validation-error.ts'
import { validationHelp } from './validation-help.ts'

/** A person in the dashboard calls operations of the merchant, and those of the operator that the dashboard offers. */
export type Performer = { operator: Operator } | { operator: null; caller: Caller }
export type Perform = (
  operation: Operation,
  performer: Performer,
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
        live: createBatchedExecution(context.db, operation, (tx, calls) =>
          recordDashboardActs({ context, tx }, operation, calls),
        ),
        test: createTestExecution(context.db, operation, (tx, calls) =>
          recordDashboardActs({ context: onTestSide(context, calls[0]!.caller.businessId), tx }, operation, calls),
        ),
      })
  /** Each business, and the operator, uses at most its share of the database connections. */
  const contextOf = (party: string): Context => ({ ...context, db: context.db.as(party) })
  const contextOfCaller = ({ businessId, mode }: Caller): Context =>
    mode === 'test' ? onTestSide(contextOf(businessId), businessId) : contextOf(businessId)

  const performOperator = async (
    operation: Extract<Operation, { access: 'operator' }>,
    performer: Performer,
    { input, idempotencyKey }: ValidInput,
    requestId: string,
  ): Promise<Outcome<unknown>> => {
    const own = performer.operator === null ? contextOfCaller(performer.caller) : contextOf('operator')
    const actor = performer.operator ?? performer.caller.actor
    if (actor === undefined) throw new Error(`a key cannot call ${operation.name}`)
    // What an operator may change is the same with a token and in the dashboard.
    if (actor.kind === 'operator' && !isPermitted(actor, operation.roles)) return refusedWith('operator.not_permitted')
    if (operation.effect === 'read') return operation.handle(own, input)
    return operation.handle(own, { ...input, actor, action: operation.name, requestId, idempotencyKey })
  }

  return async (operation, performer, read, requestId) => {
    const { input, sentBody, idempotencyKey: key } = read
    if (operation.access === 'operator')
      return { response: toResponse(operation, await performOperator(operation, performer, read, requestId)) }
    if (performer.operator !== null) throw new Error(`an operator cannot call ${operation.name}`)
    const { caller } = performer
    if (operation.idempotent !== true) {
      const own = recordsDashboardAct(contextOfCaller(caller), operation, { ...input, caller })
      return { response: toResponse(operation, await operation.handle(own, { ...input, caller })) }
    }

    const keyed = {
      businessId: caller.businessId,
      operation: operation.number,
      key: key!,
      fingerprint: fingerprint(context.digestKey, operation.number, input.params, sentBody),
    }
    const execute = executions.get(operation.name)![caller.mode]
    const outcome = await execute({ ...input, keyed, caller, trace: currentTrace() })
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
