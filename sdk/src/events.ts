import type { Event, operations, Redelivery } from './openapi.ts'
import type { CallOptions } from './options.ts'
import { createPaged, type Paged } from './paged.ts'
import { segment } from './path.ts'
import type { Call } from './send.ts'

export type ListEventsQuery = NonNullable<operations['listEvents']['parameters']['query']>

const base = '/api/v1/events'

export const eventsOf = (call: Call) => ({
  /** Lists the events of the last 30 days, newest first. */
  list: (query: ListEventsQuery = {}, options?: CallOptions): Paged<Event> =>
    createPaged(query.cursor, (cursor) => call('listEvents', 'GET', base, { ...options, query: { ...query, cursor } })),

  /** Sends an event again to every endpoint that receives its type. Not repeated after an unknown outcome. */
  redeliver: (id: string, options?: CallOptions): Promise<Redelivery> =>
    call('redeliverEvent', 'POST', `${base}/${segment(id)}/redeliver`, options),
})
