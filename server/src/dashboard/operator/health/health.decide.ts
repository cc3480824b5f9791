import type { Channel } from '../../../channels/registry.ts'
import { aliveSeconds, lagSeconds } from '../../../doctor/workers.decide.ts'
import type { PauseReason } from '../../../installation/pause.decide.ts'
import type { NoticeKind } from '../../../notices/kinds.ts'
import type { QueueName } from '../../../queue/queue.ts'
import type { BusinessTab } from '../business-frame.ts'

/** What people notice when something is wrong. Each is a section of the health page. */
export const symptoms = [
  'nothing_is_sent',
  'sends_are_late',
  'scheduled_work_is_overdue',
  'a_provider_refuses',
  'events_do_not_arrive',
  'a_shop_is_paused',
  'texts_are_limited',
  'requests_are_slow',
] as const
export type Symptom = (typeof symptoms)[number]

export const overdueWorks = ['send', 'delivery', 'report_timeout'] as const
export type OverdueWork = (typeof overdueWorks)[number]

export type QueueFacts = { name: QueueName; waiting: number; oldestAt: Date | null; leased: number; expired: number }
export type OverdueFacts = { work: OverdueWork; channel: Channel | null; count: number; oldestAt: Date }
export type RefusalFacts = {
  channel: Channel
  outcome: 'refused' | 'never_reached' | 'unknown'
  code: string | null
  isRetried: boolean
  count: number
  firstAt: Date
  lastAt: Date
}
type EndpointFacts = {
  businessId: string
  businessName: string
  url: string
  failures: number
  disabledAt: Date | null
  lastSuccessAt: Date | null
  lastError: string | null
}
type PausedFacts = { businessId: string; name: string; since: Date | null; isByService: boolean }

/** `countLimit` is the most that one statement counts: a larger number is that many or more. */
export type HealthFacts = {
  now: Date
  countLimit: number
  seenAt: Date
  pause: { reason: PauseReason; since: Date; note: string | null } | null
  queues: QueueFacts[]
  overdue: OverdueFacts[]
  refusals: RefusalFacts[]
  endpoints: EndpointFacts[]
  pausedBusinesses: PausedFacts[]
  textNotices: { businessId: string; name: string; kind: NoticeKind; at: Date }[]
  connections: { used: number; permitted: number; waiting: number }
}

/** The page where it is dealt with. */
export type Target =
  | { page: 'sending' }
  | { page: 'health'; symptom: Symptom }
  | { page: 'business'; businessId: string; tab: BusinessTab }
export type Finding = {
  symptom: Symptom
  /** `now`: customers or shops wait for it. */
  urgency: 'now' | 'soon'
  title: string
  todo: string
  since: Date | null
  target: Target
}

/** The scheduler queues due rows twice a second. */
export const overdueSeconds = 60
const crowdedShare = 0.8
/**
 * How many of one kind in an hour are caused by the provider or by our account. Single addresses and numbers are refused for good
 * every day; a refusal that is retried, or no response at all, is never about one of them.
 */
const manyRefusals = { ofAddresses: 20, ofProvider: 5 }

/** What is wrong now, the most urgent first. */
export function findings(facts: HealthFacts): Finding[] {
  const found = [
    ...sendingFindings(facts),
    // While sending is paused, work waits on purpose.
    ...(facts.pause === null ? [...lateFindings(facts), ...overdueFindings(facts)] : []),
    ...refusalFindings(facts),
    ...connectionFindings(facts),
    ...facts.pausedBusinesses.map(pausedFinding),
    ...facts.endpoints.map(endpointFinding),
  ]
  return found.toSorted((one, other) => Number(one.urgency === 'soon') - Number(other.urgency === 'soon'))
}

const secondsSince = (now: Date, at: Date): number => (now.getTime() - at.getTime()) / 1000
const ofBusiness = (businessId: string, tab: BusinessTab): Target => ({ page: 'business', businessId, tab })
const counted = (count: number, limit: number): string =>
  count >= limit ? `${limit.toLocaleString('en')} or more` : count.toLocaleString('en')

function sendingFindings({ now, seenAt, pause }: HealthFacts): Finding[] {
  const symptom = 'nothing_is_sent'
  if (pause !== null)
    return [
      {
        symptom,
        urgency: 'now',
        title:
          pause.reason === 'operator'
            ? `An operator holds all sending: ${pause.note ?? ''}`
            : 'All sending is paused, because this database may be an older copy',
        todo: 'Pushes are accepted, and everything that is due waits. Release sending when the cause is gone.',
        since: pause.since,
        target: { page: 'sending' },
      },
    ]
  if (secondsSince(now, seenAt) <= aliveSeconds) return []
  return [
    {
      symptom,
      urgency: 'now',
      title: 'No worker runs, so nothing is sent',
      todo: 'Start a process with the role worker or all. Work continues where it stopped.',
      since: seenAt,
      target: { page: 'health', symptom },
    },
  ]
}

function lateFindings({ now, queues, countLimit }: HealthFacts): Finding[] {
  return queues.flatMap(({ name, waiting, oldestAt, expired }): Finding[] => {
    const symptom = 'sends_are_late'
    const base = { symptom, urgency: 'now', target: { page: 'health', symptom } } as const
    if (oldestAt !== null && secondsSince(now, oldestAt) > lagSeconds)
      return [
        {
          ...base,
          title: `${queueNames[name]}: ${counted(waiting, countLimit)} wait, the oldest for more than five minutes`,
          todo: 'If the number only grows, no worker has the settings of this channel. If it falls, start another worker.',
          since: oldestAt,
        },
      ]
    if (expired === 0) return []
    return [
      {
        ...base,
        urgency: 'soon',
        title: `${queueNames[name]}: ${counted(expired, countLimit)} were taken by a worker that does not respond`,
        todo: 'Other workers take them within seconds. If the number stays, start or restart a worker.',
        since: null,
      },
    ]
  })
}

const overdueFindings = ({ overdue, countLimit }: HealthFacts): Finding[] =>
  overdueWorks.flatMap((work): Finding[] => {
    const rows = overdue.filter((row) => row.work === work)
    if (rows.length === 0) return []
    const symptom = 'scheduled_work_is_overdue'
    const count = rows.reduce((sum, row) => sum + row.count, 0)
    return [
      {
        symptom,
        urgency: 'now',
        title: `${counted(count, countLimit)} ${overdueNames[work]} not queued, although their time has come`,
        todo: 'No scheduler runs. Start or restart a worker, and look for "failed to queue due work" in its log.',
        since: new Date(Math.min(...rows.map(({ oldestAt }) => oldestAt.getTime()))),
        target: { page: 'health', symptom },
      },
    ]
  })

function refusalFindings({ refusals }: HealthFacts): Finding[] {
  return refusals.flatMap(({ channel, outcome, code, isRetried, count, firstAt }): Finding[] => {
    const isAboutAddress = outcome === 'refused' && !isRetried
    if (count < (isAboutAddress ? manyRefusals.ofAddresses : manyRefusals.ofProvider)) return []
    const symptom = 'a_provider_refuses'
    const said = code === null ? '' : `, with ${code}`
    return [
      {
        symptom,
        urgency: 'now',
        title: `${count.toLocaleString('en')} ${channelNames[channel]} in the last hour ${refusalWords[outcome]}${said}`,
        todo: refusalTodo(outcome, isRetried),
        since: firstAt,
        target: { page: 'health', symptom },
      },
    ]
  })
}

function refusalTodo(outcome: RefusalFacts['outcome'], isRetried: boolean): string {
  if (isRetried)
    return 'They are retried for 15 to 18 hours, so nothing is lost yet. The runbook says what the code means.'
  if (outcome === 'unknown') return 'The provider may have received them, so they are never sent again.'
  return 'They are not retried. If every message gets this response, hold sending first, then look for the cause.'
}

function connectionFindings({ connections: { used, permitted } }: HealthFacts): Finding[] {
  if (used <= permitted * crowdedShare) return []
  const symptom = 'requests_are_slow'
  return [
    {
      symptom,
      urgency: 'soon',
      title: `${used} of ${permitted} connections to the database are in use`,
      todo: 'Run fewer processes, lower DATABASE_POOL_SIZE, or raise max_connections of PostgreSQL.',
      since: null,
      target: { page: 'health', symptom },
    },
  ]
}

const pausedFinding = ({ businessId, name, since, isByService }: PausedFacts): Finding => ({
  symptom: 'a_shop_is_paused',
  urgency: isByService ? 'now' : 'soon',
  title: `Nothing is sent for ${name}`,
  todo: isByService
    ? 'The service paused it because of complaints. Resume sending when the shop has removed the cause.'
    : 'An operator paused it. What becomes due meanwhile is not sent later.',
  since,
  target: ofBusiness(businessId, 'overview'),
})

const endpointFinding = ({
  businessId,
  businessName,
  url,
  failures,
  disabledAt,
  lastSuccessAt,
}: EndpointFacts): Finding =>
  disabledAt === null
    ? {
        symptom: 'events_do_not_arrive',
        urgency: 'soon',
        title: `${businessName}: ${failures} events in a row did not reach ${hostOf(url)}`,
        todo: 'Each was tried eight times. The owner got an email after the tenth; the endpoint is disabled after the twentieth.',
        since: lastSuccessAt,
        target: ofBusiness(businessId, 'webhooks'),
      }
    : {
        symptom: 'events_do_not_arrive',
        urgency: 'soon',
        title: `${businessName}: the endpoint at ${hostOf(url)} was disabled`,
        todo: 'Enable it when its owner says that it works again. Events of the meantime can be redelivered.',
        since: disabledAt,
        target: ofBusiness(businessId, 'webhooks'),
      }

/** The rest of the address can contain a secret of the shop. */
const hostOf = (url: string): string => URL.parse(url)?.host ?? url

export const queueNames: Record<QueueName, string> = {
  'nudges.email': 'Emails',
  'nudges.sms': 'Texts',
  'nudges.whatsapp': 'WhatsApp messages',
  webhooks: 'Webhook deliveries',
  notices: 'Notices to owners',
  acknowledgements: 'Acknowledgements of replies',
  forwards: 'Forwarded replies',
  dashboard_mails: 'Emails of the dashboard',
}
export const channelNames: Record<Channel, string> = { email: 'emails', sms: 'texts', whatsapp: 'WhatsApp messages' }
const overdueNames: Record<OverdueWork, string> = {
  send: 'scheduled sends and retries are',
  delivery: 'webhook deliveries are',
  report_timeout: 'checks for missing delivery reports are',
}
export const refusalWords: Record<RefusalFacts['outcome'], string> = {
  refused: 'were refused by the provider',
  never_reached: 'did not reach the provider',
  unknown: 'have an unknown outcome',
}
