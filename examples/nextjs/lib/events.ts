import { type EventStore, openEventStore } from './event-store'
import { handleEvent } from './handle-event'

const shared = globalThis as { eventStore?: EventStore }

/**
 * The store of this process. Next.js loads this module once for routes and once for instrumentation, and two stores would handle
 * an event twice. It also loads it during a build, so the file is opened by the first use.
 */
export const events = (): EventStore => {
  shared.eventStore ??= openEventStore(process.env.EVENTS_DATABASE ?? 'events.sqlite', handleEvent)
  return shared.eventStore
}
