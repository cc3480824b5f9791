import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { ask } from './ask.ts'
import { type EmailStatus, signEvent, writeEvent } from './mailgun.ts'
import type { Arrival } from './outbox.ts'
import { type Step, stepAfter } from './retry.ts'

/** Where the service takes the reports of its providers, and what they sign them with. */
export type Callbacks = { email: { url: string; signingKey: string } }

export const modes = ['auto', 'manual'] as const
export type Mode = (typeof modes)[number]

/** How a first attempt went: the status the service answered with, no answer, or nobody to send it to yet. */
export type FirstAttempt = number | 'no answer' | 'not connected'

/** `later` are the statuses that are reported once this one is settled. */
type Report = { about: Arrival; status: EmailStatus; event: string; attempts: number; later: EmailStatus[] }

const soonMilliseconds = 50
const answerTimeoutMilliseconds = 5_000
/** Thousands of reports in a second share this many connections. */
const mostAtOnce = 50

export type Reports = ReturnType<typeof createReports>

/** What the providers tell the service of the sends they accepted, again and again until it has taken it. */
export function createReports() {
  const agent = new Agent({ keepAlive: true, timeout: answerTimeoutMilliseconds })
  // A reset empties this. Whoever comes back from waiting looks whether the report is still there.
  const unsettled = new Set<Report>()
  let due: Report[] = []
  let underWay = 0
  let callbacks: Callbacks | null = null
  let mode: Mode = 'auto'

  return {
    setMode(next: Mode): void {
      mode = next
    },
    /** A send was accepted. In mode `auto` these reports follow, each when the one before it is settled. */
    follow(about: Arrival, statuses: EmailStatus[]): void {
      if (mode === 'auto') reportSoon(about, statuses)
    },
    /** One report at once, in both modes. If the first attempt fails, the others follow by themselves. */
    async send(about: Arrival, status: EmailStatus): Promise<FirstAttempt> {
      const report = begin(about, status, [], Date.now())
      if (callbacks !== null) return (await attempt(callbacks, report)) ?? 'no answer'
      due.push(report)
      return 'not connected'
    },
    connect(given: Callbacks): void {
      callbacks = given
      attemptDue()
    },
    reset(): void {
      forget()
      mode = 'auto'
    },
    stop(): void {
      forget()
      agent.destroy()
    },
  }

  function reportSoon(about: Arrival, [status, ...later]: EmailStatus[]): void {
    if (status === undefined) return
    const report = begin(about, status, later, Date.now() + soonMilliseconds)
    attemptAfter(soonMilliseconds, report)
  }

  function begin(about: Arrival, status: EmailStatus, later: EmailStatus[], at: number): Report {
    const report = { about, status, event: writeEvent(about, status, randomUUID(), at), attempts: 0, later }
    unsettled.add(report)
    return report
  }

  function attemptAfter(milliseconds: number, report: Report): void {
    // A report that waits is no reason for a process to stay.
    setTimeout(() => {
      if (!unsettled.has(report)) return
      due.push(report)
      attemptDue()
    }, milliseconds).unref()
  }

  function attemptDue(): void {
    if (callbacks === null) return
    while (underWay < mostAtOnce) {
      const report = due.shift()
      if (report === undefined) return
      void attempt(callbacks, report)
    }
  }

  async function attempt({ email }: Callbacks, report: Report): Promise<number | null> {
    underWay += 1
    report.attempts += 1
    const answer = await post(agent, email, report.event)
    underWay -= 1
    if (unsettled.has(report)) proceed(report, stepAfter(answer, report.attempts))
    attemptDue()
    return answer
  }

  function proceed(report: Report, step: Step): void {
    if (typeof step === 'object') return attemptAfter(step.pauseMilliseconds, report)
    unsettled.delete(report)
    if (step === 'taken') report.about.reported.push(report.status)
    reportSoon(report.about, report.later)
  }

  function forget(): void {
    unsettled.clear()
    due = []
  }
}

/** The status of the answer, or null where none came. */
async function post(agent: Agent, { url, signingKey }: Callbacks['email'], event: string): Promise<number | null> {
  const body = signEvent(event, signingKey, Date.now(), newToken())
  const headers = { 'content-type': 'application/json' }
  try {
    const { status } = await ask({ method: 'POST', url: new URL(url), headers, body, agent })
    return status
  } catch {
    return null
  }
}

/** 50 hexadecimal digits, from ids because these draw from a store of random bytes: asking for fresh ones takes longer. */
function newToken(): string {
  return `${randomUUID()}${randomUUID()}`.replaceAll('-', '').slice(0, 50)
}
