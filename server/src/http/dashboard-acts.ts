import { type MemberAction, memberActions } from '../audit/actions.ts'
import { type Change, isActive, recordChange } from '../audit/audited.ts'
import type { Caller, Context, DashboardCaller } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { emailIdentity } from '../email.ts'
import { type Outcome, refused } from '../errors.ts'
import type { IdempotentCall, Input, Operation } from '../operation.ts'

type Acting = Pick<Input, 'params'> & { caller: Caller }
type Idempotent = Extract<Operation, { idempotent: true }>

/**
 * Runs a batch of calls, and writes the audit rows of those that people in the dashboard made in the same transaction. The call of a
 * person who lost the role meanwhile is refused.
 */
export async function recordDashboardActs(
  scope: { context: Context; tx: Transaction },
  operation: Idempotent,
  calls: IdempotentCall[],
): Promise<Outcome<unknown>[]> {
  const permitted: IdempotentCall[] = []
  for (const call of calls) if (await isPermitted(scope.tx, call)) permitted.push(call)
  const outcomes = permitted.length === 0 ? [] : await operation.handle(scope, permitted)
  for (const [index, outcome] of outcomes.entries()) record(scope, operation, permitted[index]!, outcome)
  const byCall = new Map(permitted.map((call, index) => [call, outcomes[index]!]))
  return calls.map((call) => byCall.get(call) ?? roleLost)
}

const isPermitted = async (tx: Transaction, { caller: { actor } }: Acting): Promise<boolean> =>
  actor === undefined || isActive(tx, actor)
const roleLost = refused('operator.invalid_token')

/** The context of a call that opens its own transaction: the audit row of such a change is written in it. */
export function recordsDashboardAct(context: Context, operation: Operation, call: Acting): Context {
  if (call.caller.actor === undefined || operation.method === 'GET') return context
  const db: Context['db'] = {
    ...context.db,
    transaction: (work, options) =>
      context.db.transaction(async (tx) => {
        if (!(await isPermitted(tx, call))) return roleLost as Awaited<ReturnType<typeof work>>
        const outcome = await work(tx)
        record({ context, tx }, operation, call, outcome as Outcome<unknown>)
        return outcome
      }, options),
  }
  return { ...context, db }
}

function record(
  { context, tx }: { context: Context; tx: Transaction },
  { name }: Operation,
  { caller, params }: Acting,
  outcome: Outcome<unknown>,
): void {
  if (caller.actor === undefined || !('done' in outcome)) return
  const action = memberActions.find((known) => known === name)
  if (action === undefined) throw new Error(`the dashboard cannot call ${name}`)
  const made = outcome.done as Values | null
  recordChange(
    context,
    tx,
    { actor: caller.actor, action, requestId: caller.requestId },
    {
      ...changeOf(action, caller, params as Record<string, string>, made),
      after: made === null ? null : (effects[action]?.(made) ?? null),
    },
  )
}

type Values = Record<string, unknown>
const resent = (made: Values): Values => ({ queued: made['queued'], skipped_reason: made['skipped_reason'] })
/**
 * What the operation responded where the name of the action does not say it. Only the named fields: a new endpoint is in the
 * response with its secret, and its URL can contain one.
 */
const effects: { [Action in MemberAction]?: (made: Values) => Values } = {
  retractMessage: ({ retracted }) => ({ retracted }),
  resendSms: resent,
  resendWhatsApp: resent,
  createWebhookEndpoint: ({ url, event_types }) => ({ host: new URL(String(url)).host, event_types }),
  redeliverEvent: ({ deliveries }) => ({ deliveries }),
  redeliverMissedEvents: ({ deliveries }) => ({ deliveries }),
}

/**
 * The object of the change is in the path: a message, an endpoint, an event, or a recipient by address. An erased address is not
 * stored again. That of a new endpoint is in the response.
 */
function changeOf(
  action: MemberAction,
  { businessId }: DashboardCaller,
  { public_id: publicId, event_id: eventId, email }: Record<string, string>,
  made: Values | null,
): Change {
  const created = action === 'createWebhookEndpoint' ? String(made!['id']) : null
  const change = { businessId, target: publicId ?? eventId ?? created, before: null, after: null }
  return email === undefined || action === 'eraseRecipient' ? change : { ...change, person: emailIdentity(email) }
}
