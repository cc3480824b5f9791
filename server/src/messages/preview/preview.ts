import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Caller, Context } from '../../context.ts'
import { done, type Outcome } from '../../errors.ts'
import { planPushes } from '../push/plan-pushes.ts'
import type { PushRequest } from '../push/schema.ts'
import { previewPushes } from './preview.decide.ts'
import { renderPreview } from './render-preview.ts'
import type { PreviewResult } from './schema.ts'

/** Contents beyond this many characters are left out, because a hundred emails with hostile text would have 20 MiB. */
const maxContentCharacters = 1024 * 1024

/**
 * Plans the pushes as `push` does, in a transaction that is rolled back: loading takes locks, and moves suppressions to another
 * spelling of the address. The contents are rendered after it, so that no lock is retained meanwhile.
 */
export async function preview(
  context: Context,
  caller: Caller,
  requests: PushRequest[],
): Promise<{ outcomes: Outcome<PreviewResult>[]; isComplete: boolean }> {
  if (requests.length === 0) return { outcomes: [], isComplete: true }
  const calls = requests.map((request) => ({ ...caller, request, isBatchItem: false }))
  const { pushes, facts, plan, now } = await context.db.transaction((tx) => planPushes(context, tx, calls), {
    isDryRun: true,
  })
  const { name: businessName, brand } = facts.businesses.get(caller.businessId)!
  let characters = 0
  const outcomes: Outcome<PreviewResult>[] = []
  for (const previewed of previewPushes(facts, pushes, plan, now)) {
    if ('invalid' in previewed || 'refused' in previewed) {
      outcomes.push('invalid' in previewed ? previewed : { ...previewed, recipientIds: [] })
      continue
    }
    // An email of the longest text takes milliseconds, so other requests run in between.
    if (outcomes.length > 0) await nextTurn()
    const withContents = characters < maxContentCharacters
    const result = renderPreview(previewed, { ...context, businessName, brand, now }, withContents)
    characters += (result.email?.content?.html.length ?? 0) + (result.email?.content?.text.length ?? 0)
    outcomes.push(done(result))
  }
  return { outcomes, isComplete: characters < maxContentCharacters }
}
