/** The icon and the tone of an entry of the timeline. The sentence says the same in words. */
import type { TimelineEntry } from '../../messages/timeline.schema.ts'
import type { Tone } from '../../pages/components.ts'
import type { IconName } from '../../pages/icons.ts'

export type Look = { icon: IconName; tone: Tone }

export function lookOf(entry: TimelineEntry): Look {
  if (entry.kind === 'submitted')
    return { icon: submissionLooks[entry.data.outcome].icon, tone: submissionLooks[entry.data.outcome].tone }
  if (entry.kind === 'report')
    return entry.data.report === 'delivered' || entry.data.report === 'read'
      ? { icon: entry.data.report === 'read' ? 'eye' : 'check', tone: 'good' }
      : { icon: 'warning', tone: 'bad' }
  if (entry.kind === 'webhook_attempt') return { icon: 'webhook', tone: entry.data.is_delivered ? 'good' : 'warn' }
  return looks[entry.kind]
}

const submissionLooks = {
  in_progress: { icon: 'clock', tone: 'info' },
  accepted: { icon: 'check', tone: 'info' },
  refused: { icon: 'cross', tone: 'warn' },
  never_reached: { icon: 'cross', tone: 'warn' },
  unknown: { icon: 'warning', tone: 'bad' },
} as const satisfies Record<string, Look>

const looks = {
  pushed: { icon: 'key', tone: 'neutral' },
  resent: { icon: 'repeat', tone: 'neutral' },
  queued: { icon: 'clock', tone: 'neutral' },
  scheduled: { icon: 'clock', tone: 'neutral' },
  escalation_scheduled: { icon: 'clock', tone: 'neutral' },
  fallback: { icon: 'repeat', tone: 'neutral' },
  skipped: { icon: 'stop', tone: 'warn' },
  cancelled: { icon: 'cross', tone: 'neutral' },
  no_report: { icon: 'warning', tone: 'warn' },
  opened: { icon: 'eye', tone: 'good' },
  retracted: { icon: 'stop', tone: 'warn' },
  obsoleted: { icon: 'repeat', tone: 'neutral' },
  charged: { icon: 'info', tone: 'neutral' },
  refunded: { icon: 'info', tone: 'neutral' },
  event_published: { icon: 'webhook', tone: 'neutral' },
  webhook_dropped: { icon: 'webhook', tone: 'warn' },
} as const satisfies Record<string, Look>
