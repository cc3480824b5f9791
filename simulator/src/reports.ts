import { Agent } from 'node:http'
import type { Callback, CallbackRequest, CallbackTargets, CreateCallback } from './callbacks.ts'
import { sendRequest } from './http-client.ts'
import { type NextStep, nextStep } from './retry.ts'

export const modes = ['auto', 'manual'] as const
export type Mode = (typeof modes)[number]

/** The status of the service's response, or why there is none. */
export type FirstAttempt = number | 'no response' | 'not connected'

/** `next` starts when this one is accepted or dropped. */
type Delivery = { callback: Callback; attempts: number; next: CreateCallback[] }

const initialDelayMilliseconds = 50
const responseTimeoutMilliseconds = 5_000
/** The number of connections that thousands of reports per second share. */
const maxConcurrent = 50

export type Reports = ReturnType<typeof createReports>

/** Sends the providers' reports and inbound messages to the service, and retries until it accepts them. */
export function createReports() {
  const agent = new Agent({ keepAlive: true, timeout: responseTimeoutMilliseconds })
  // A reset clears this set. After every wait, a delivery continues only if it is still in the set.
  const active = new Set<Delivery>()
  let due: Delivery[] = []
  /** Deliveries of channels that are not connected yet. */
  let unconnected: Delivery[] = []
  let inFlight = 0
  let targets: CallbackTargets | null = null
  let mode: Mode = 'auto'

  return {
    setMode(next: Mode): void {
      mode = next
    },
    /** The callbacks that follow an accepted submission, one after the other. Ignored in mode `manual`. */
    schedule(callbacks: CreateCallback[]): void {
      if (mode === 'auto') scheduleNext(callbacks)
    },
    /** Sends one callback immediately, in both modes, and returns the result of the first attempt. Retries run later. */
    async send(createCallback: CreateCallback): Promise<FirstAttempt> {
      const delivery = begin(createCallback, [], Date.now())
      const request = buildRequest(delivery)
      if (request !== null) return (await attempt(delivery, request)) ?? 'no response'
      unconnected.push(delivery)
      return 'not connected'
    },
    connect(newTargets: CallbackTargets): void {
      targets = newTargets
      due = [...due, ...unconnected]
      unconnected = []
      attemptDue()
    },
    reset(): void {
      clear()
      mode = 'auto'
    },
    stop(): void {
      clear()
      agent.destroy()
    },
  }

  function scheduleNext([createCallback, ...next]: CreateCallback[]): void {
    if (createCallback === undefined) return
    const delivery = begin(createCallback, next, Date.now() + initialDelayMilliseconds)
    attemptAfter(initialDelayMilliseconds, delivery)
  }

  function begin(createCallback: CreateCallback, next: CreateCallback[], at: number): Delivery {
    const delivery = { callback: createCallback(at), attempts: 0, next }
    active.add(delivery)
    return delivery
  }

  function attemptAfter(milliseconds: number, delivery: Delivery): void {
    // Unreferenced, so that a waiting retry does not prevent the process from exiting.
    setTimeout(() => {
      if (!active.has(delivery)) return
      due.push(delivery)
      attemptDue()
    }, milliseconds).unref()
  }

  function attemptDue(): void {
    while (inFlight < maxConcurrent) {
      const delivery = due.shift()
      if (delivery === undefined) return
      const request = buildRequest(delivery)
      if (request === null) unconnected.push(delivery)
      else void attempt(delivery, request)
    }
  }

  function buildRequest({ callback }: Delivery): CallbackRequest | null {
    return targets === null ? null : callback.buildRequest(targets)
  }

  async function attempt(delivery: Delivery, request: CallbackRequest): Promise<number | null> {
    inFlight += 1
    delivery.attempts += 1
    const status = await post(agent, request)
    inFlight -= 1
    if (active.has(delivery)) proceed(delivery, nextStep(status, delivery.attempts))
    attemptDue()
    return status
  }

  function proceed(delivery: Delivery, step: NextStep): void {
    if (typeof step === 'object') return attemptAfter(step.retryAfterMilliseconds, delivery)
    active.delete(delivery)
    if (step === 'accepted') delivery.callback.onAccepted()
    scheduleNext(delivery.next)
  }

  function clear(): void {
    active.clear()
    due = []
    unconnected = []
  }
}

/** Returns the status of the response, or null when there is none. */
async function post(agent: Agent, { url, headers, body }: CallbackRequest): Promise<number | null> {
  try {
    const { status } = await sendRequest({ method: 'POST', url: new URL(url), headers, body, agent })
    return status
  } catch {
    return null
  }
}
