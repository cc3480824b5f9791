import type pg from 'pg'
import type { Shop } from '../support/client.ts'
import type { Service } from '../support/service-process.ts'

/** What an attack is aimed at. Every row has a business of its own as the attacker's. */
export type Target = {
  port: number
  /** The attacker's own, good key. */
  apiKey: string
  /** A recipient of the attacker's. */
  email: string
  /** Where a reader's session is needed: the cookie and the token of its forms. */
  session: string
  formToken: string
  messageIds: string[]
  bodyBytes: number
}

/** What is at hand while a row is prepared. */
export type Stage = {
  service: Service
  sql: pg.Client
  shop: Shop
  /** As it is stored. */
  businessId: string
  /** Below 1 in the short form: the share of the rows that a preparation stores. */
  scale: number
}

/** One attack. It runs in the attacker's process until that is stopped, so it needs no end. */
export type Row = {
  name: string
  title: string
  prepare?: (stage: Stage) => Promise<Partial<Target>>
  attack: (target: Target) => void
  /** Begun just before the attack; the function it gives ends it with the attack. */
  hold?: (stage: Stage, target: Target) => Promise<() => Promise<void>>
  /** The share of its rate that the tenant must keep. */
  leastRateShare?: number
}
