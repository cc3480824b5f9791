import type { Symptom } from './health.decide.ts'

type Words = {
  /** What people notice. */
  title: string
  meaning: string
  normal: string
  todo: string[]
  /** Pages of the documentation, below `/docs/`. */
  documents: [HealthDocument, ...HealthDocument[]]
}
type HealthDocument = { page: string; label: string }
const stuck: HealthDocument = { page: 'runbooks/sending-stuck', label: 'Runbook: sending is stuck' }

/** One section for each symptom, as the runbooks are written. A symptom without words does not compile. */
export const healthWords: Record<Symptom, Words> = {
  nothing_is_sent: {
    title: 'Nothing is sent',
    meaning: 'Pushes are accepted, and no email, text, WhatsApp message or event leaves the service.',
    normal: 'A worker was seen less than 30 seconds ago, and sending is on.',
    todo: [
      'No worker: start a process with the role worker or all. Work continues where it stopped.',
      'Sending is paused: read why on the page "Sending", and release it there when the cause is gone.',
    ],
    documents: [stuck, { page: 'runbooks/restore', label: 'Runbook: restoring the database' }],
  },
  sends_are_late: {
    title: 'Messages arrive late',
    meaning: 'Jobs that are due wait in their queue.',
    normal: 'The oldest due job of each queue is seconds old, and no worker has stopped responding.',
    todo: [
      'A queue that only grows and has no job in work: no worker has the settings of this channel.',
      'A queue that falls: one shop sends much. It has at most 100 jobs of a channel in work, so others are not delayed. Start another worker.',
      'Jobs of a worker that does not respond: others take them within seconds. If the number stays, start or restart a worker.',
    ],
    documents: [stuck],
  },
  scheduled_work_is_overdue: {
    title: 'Scheduled messages and retries are not sent',
    meaning: 'How much is more than a minute past its time. Workers queue what is due twice a second.',
    normal: 'Nothing, unless sending is paused.',
    todo: [
      'Look for "failed to queue due work" in the log of the workers. Its error has the cause.',
      'Find transactions that are open for more than ten seconds: they can lock the rows. The runbook has the statement.',
    ],
    documents: [stuck],
  },
  a_provider_refuses: {
    title: 'A provider refuses messages',
    meaning:
      'Submissions of the last hour that a provider did not accept, by its response. At most the newest 1,000 are read.',
    normal: 'A few final refusals, which are about single addresses and numbers. None that is retried.',
    todo: [
      'Retried: nothing is lost for 15 to 18 hours. Correct the account or the credentials, or send more slowly.',
      'Final, and the same for every message: hold sending first, then look for the cause.',
      'Unknown: the provider may have the message, so it is never sent again. The shop decides whether to push it again.',
    ],
    documents: [
      { page: 'runbooks/provider-down', label: 'Runbook: the email provider is down' },
      {
        page: 'runbooks/sending-stuck#sms-or-whatsapp-submissions-are-refused',
        label: 'Runbook: SMS or WhatsApp submissions are refused',
      },
    ],
  },
  events_do_not_arrive: {
    title: 'Events do not reach a shop',
    meaning: 'Endpoints whose last events failed, and those that were disabled in the last seven days.',
    normal: 'None. The fault is almost always at the receiver, and its owner got an email.',
    todo: [
      'Ask the owner whether their server works. Enable a disabled endpoint when they say that it does.',
      'Events are stored for 30 days and can be redelivered.',
    ],
    documents: [{ page: 'guides/webhooks#when-your-endpoint-fails', label: 'Guide: when an endpoint fails' }],
  },
  a_shop_is_paused: {
    title: 'One shop sends nothing',
    meaning: 'Active businesses whose sending is paused, by the service because of complaints or by an operator.',
    normal: 'None.',
    todo: [
      'Ask the owner what changed: advertising, or addresses that were never customers.',
      'Resume sending when the cause is gone. What became due meanwhile is not sent later.',
    ],
    documents: [
      { page: 'runbooks/business-paused-for-complaints', label: 'Runbook: a business was paused for complaints' },
    ],
  },
  texts_are_limited: {
    title: 'Texts of a shop are limited',
    meaning:
      'Notices of the last day about many texts to one range of numbers, or about the credits for texts of a day.',
    normal: 'None. Otherwise a third party may earn money with texts to numbers that it rented.',
    todo: [
      'Look at the prefixes of the numbers: real customers have different ones, and some open their messages.',
      'Fraud: set the texts of the shop to off, and ask its owner to protect the form or to revoke the key.',
      'Real customers: raise the limit of the shop. It applies to the next push.',
    ],
    documents: [{ page: 'runbooks/text-pumping', label: 'Runbook: texts are pumped' }],
  },
  requests_are_slow: {
    title: 'Requests are slow or get 503',
    meaning: 'Connections to the database, and what the process that serves this page has refused since it started.',
    normal: 'At most four fifths of the connections are in use, and no request waits for one for long.',
    todo: [
      'Many connections: run fewer processes, lower DATABASE_POOL_SIZE, or raise max_connections of PostgreSQL.',
      'Refused because of a limit: one caller is too fast, or the service needs another process.',
      'Run npm run doctor on the machine. It also checks certificates, DNS, disk space and the clock.',
    ],
    documents: [{ page: 'guides/supervision', label: 'Guide: supervising a process' }],
  },
}

/** For what a person notices and the service does not. */
export const otherDocuments: HealthDocument[] = [
  { page: 'runbooks/leaked-key', label: 'Runbook: a key of a shop has leaked' },
  { page: 'runbooks/rotate-secret-keys', label: 'Runbook: rotate the secret keys' },
]
