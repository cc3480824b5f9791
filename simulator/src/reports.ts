import { Agent } from 'node:http'
import type { Callback, Callbacks, Tell, Telling } from './callbacks.ts'
import { ask } from './http-client.ts'
import { type Step, stepAfter } from './retry.ts'

export const modes = ['auto', 'manual'] as const
export type Mode = (typeof modes)[number]

/** How a first attempt went: the status the service answered with, no answer, or nobody to send it to yet. */
export type FirstAttempt = number | 'no answer' | 'not connected'

/** `later` is what is told once this is settled. */
type Report = { telling: Telling; attempts: number; later: Tell[] }

const soonMilliseconds = 50
const answerTimeoutMilliseconds = 5_000
/** Thousands of reports in a second share this many connections. */
const mostAtOnce = 50

export type Reports = ReturnType<typeof createReports>

/** What the providers tell the service, again and again until it has taken it. */
export function createReports() {
  const agent = new Agent({ keepAlive: true, timeout: answerTimeoutMilliseconds })
  // A reset empties this. Whoever comes back from waiting looks whether the report is still there.
  const unsettled = new Set<Report>()
  let due: Report[] = []
  /** Those of channels on which nobody listens yet. */
  let unheard: Report[] = []
  let underWay = 0
  let callbacks: Callbacks | null = null
  let mode: Mode = 'auto'

  return {
    setMode(next: Mode): void {
      mode = next
    },
    /** A send was accepted. In mode `auto` this is told by itself, each when the one before it is settled. */
    follow(tells: Tell[]): void {
      if (mode === 'auto') tellSoon(tells)
    },
    /** One thing at once, in both modes. If the first attempt fails, the others follow by themselves. */
    async send(tell: Tell): Promise<FirstAttempt> {
      const report = begin(tell, [], Date.now())
      const callback = write(report)
      if (callback !== null) return (await attempt(report, callback)) ?? 'no answer'
      unheard.push(report)
      return 'not connected'
    },
    connect(given: Callbacks): void {
      callbacks = given
      due = [...due, ...unheard]
      unheard = []
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

  function tellSoon([tell, ...later]: Tell[]): void {
    if (tell === undefined) return
    attemptAfter(soonMilliseconds, begin(tell, later, Date.now() + soonMilliseconds))
  }

  function begin(tell: Tell, later: Tell[], at: number): Report {
    const report = { telling: tell(at), attempts: 0, later }
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
    while (underWay < mostAtOnce) {
      const report = due.shift()
      if (report === undefined) return
      const callback = write(report)
      if (callback === null) unheard.push(report)
      else void attempt(report, callback)
    }
  }

  function write({ telling }: Report): Callback | null {
    return callbacks === null ? null : telling.write(callbacks)
  }

  async function attempt(report: Report, callback: Callback): Promise<number | null> {
    underWay += 1
    report.attempts += 1
    const answer = await post(agent, callback)
    underWay -= 1
    if (unsettled.has(report)) proceed(report, stepAfter(answer, report.attempts))
    attemptDue()
    return answer
  }

  function proceed(report: Report, step: Step): void {
    if (typeof step === 'object') return attemptAfter(step.pauseMilliseconds, report)
    unsettled.delete(report)
    if (step === 'taken') report.telling.taken()
    tellSoon(report.later)
  }

  function forget(): void {
    unsettled.clear()
    due = []
    unheard = []
  }
}

/** The status of the answer, or null where none came. */
async function post(agent: Agent, { url, headers, body }: Callback): Promise<number | null> {
  try {
    const { status } = await ask({ method: 'POST', url: new URL(url), headers, body, agent })
    return status
  } catch {
    return null
  }
}
