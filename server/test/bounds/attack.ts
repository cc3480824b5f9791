import type pg from 'pg'
import type { Service } from '../harness/measured-service.ts'
import type { Shop } from '../support/client.ts'

/** The target of an attack. Every attack has its own business. */
export type Target = {
  port: number
  /** A valid key of the attacker's business. */
  apiKey: string
  /** A recipient of the attacker's business. */
  email: string
  /** The session cookie, the path and the form token of a reader or a member, if the attack needs them. */
  session: string
  inboxPath: string
  formToken: string
  messageIds: string[]
  bodyBytes: number
}

/** The context in which an attack is prepared. */
export type Stage = {
  service: Service
  sql: pg.Client
  shop: Shop
  /** The id in the database. */
  businessId: string
  /** The share of the rows to store. Below 1 in the short form. */
  scale: number
}

/** Runs in the attacker process until that is stopped, so `start` never has to end. */
export type Attack = {
  name: string
  title: string
  prepare?: (stage: Stage) => Promise<Partial<Target>>
  start: (target: Target) => void
  /** Called just before the attack. The returned function is called after it. */
  lock?: (stage: Stage, target: Target) => Promise<() => Promise<void>>
  /** The share of its request rate that the tenant must keep. */
  minRateShare?: number
}
