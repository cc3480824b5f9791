import { isTraced, type TraceContext } from '../../tracing.ts'
import type { Plan, Push } from './facts.ts'
import type { PushCall } from './plan-pushes.ts'

/** The context of each request, by the ids of its push and of its message. */
export type PushTraces = ReadonlyMap<string, TraceContext>

/** Several requests are stored in one transaction, and each nudge and event continues the trace of its own request. */
export function pushTraces(calls: PushCall[], pushes: Push[], { outcomes }: Plan): PushTraces {
  if (!isTraced()) return none
  return new Map(
    calls.flatMap(({ trace }, index): [string, TraceContext][] => {
      const outcome = outcomes[index]!
      if (trace === undefined || !('done' in outcome)) return []
      return [
        [pushes[index]!.ids.push, trace],
        [outcome.done.message.id, trace],
      ]
    }),
  )
}
const none: PushTraces = new Map()
