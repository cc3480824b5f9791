import { type Html, html } from '../../html.ts'
import type { Timeline, TimelineEntry } from '../../messages/timeline.schema.ts'
import { card, moment, tag } from '../../pages/components.ts'

const webhookKinds: TimelineEntry['kind'][] = ['event_published', 'webhook_attempt', 'webhook_dropped']
export const isAboutWebhooks = ({ kind }: TimelineEntry): boolean => webhookKinds.includes(kind)

type WebhookEntry = Extract<TimelineEntry, { kind: 'event_published' | 'webhook_attempt' | 'webhook_dropped' }>

/** The events about the message, each with its attempts. */
export function webhookCard({
  timeline,
  endpointHosts,
}: {
  timeline: Timeline
  endpointHosts: Map<string, string>
}): Html {
  const entries = timeline.items.filter((entry): entry is WebhookEntry => isAboutWebhooks(entry))
  const byEvent = Map.groupBy(entries, ({ data }) => data.event_id)
  const body =
    byEvent.size === 0
      ? html`<p class="soft">No event about this message was published, or it is older than 30 days.</p>`
      : html`<ul class="events">${[...byEvent].map(([id, ofEvent]) => eventItem(id, ofEvent, endpointHosts))}</ul>`
  return card({ title: 'Webhooks', id: 'webhooks', body })
}

function eventItem(id: string, entries: WebhookEntry[], hosts: Map<string, string>): Html {
  const [first] = entries
  const attempts = entries.filter((entry) => entry.kind !== 'event_published')
  return html`<li><p><code>${first!.data.type}</code> <span class="faint small">${id}</span> ${moment(new Date(first!.at))}</p>${
    attempts.length === 0
      ? html`<p class="soft small">No endpoint subscribes to it, or the first attempt has not ended.</p>`
      : html`<ul>${attempts.map((entry) => html`<li class="small">${attemptTag(entry)} ${hostOf(entry, hosts)} <span class="soft">${attemptDetail(entry)}</span> ${moment(new Date(entry.at))}</li>`)}</ul>`
  }</li>`
}

const hostOf = ({ data }: WebhookEntry, hosts: Map<string, string>): string =>
  'endpoint_id' in data ? (hosts.get(data.endpoint_id) ?? `${data.endpoint_id} (deleted)`) : ''

function attemptTag(entry: WebhookEntry): Html {
  if (entry.kind === 'webhook_dropped') return tag('warn', 'Not posted')
  if (entry.kind === 'event_published') return tag('neutral', 'Published')
  return entry.data.is_delivered ? tag('good', 'Delivered') : tag('bad', 'Failed')
}
function attemptDetail(entry: WebhookEntry): string {
  if (entry.kind !== 'webhook_attempt') return 'The endpoint was disabled or deleted.'
  const { attempt, status_code: status, error, duration_ms: duration, next_attempt_at: next } = entry.data
  const outcome = status === null ? (error ?? '') : `status ${status}`
  return `Attempt ${attempt}: ${outcome} after ${duration} ms.${next === null ? '' : ' It is tried again.'}`
}
