import { optInChannel, type PaidChannel, paidChannels } from '../../channels/registry.ts'
import type { Context } from '../../context.ts'
import { lockBalances } from '../../credits/sql.ts'
import { pipeline, type Transaction } from '../../db/database.ts'
import type { ChannelMode } from '../../nudges/gates.ts'
import { loadPaidWorld } from '../../nudges/paid.load.ts'
import { lockHeldNudges } from '../../nudges/sql.ts'
import { destinationOf } from '../../phone.ts'
import { consentsByEmail } from '../../recipients/consents.sql.ts'
import { groupConsents } from '../../recipients/consents.ts'
import { addressDigests, numberDigest } from '../../recipients/digest.ts'
import { lockRecipients, numberName, recipientName } from '../../recipients/lock.ts'
import { recipientOf } from '../../recipients/phone-change.ts'
import { carrySuppressions } from '../../suppressions/suppressions.ts'
import { businessFacts, lockMessages, recipientFacts } from '../sql.ts'
import type { Facts, Push } from './facts.ts'
import { unknownNumber } from './push-state.decide.ts'

/**
 * The locks come first, so that each look-up sees what the last holder left, and they are taken in one order: recipients and numbers,
 * messages, then the balance, because every spender waits for it. Only the held nudges of matched messages are locked after
 * that: which they are is known when the messages are.
 */
export async function loadFacts(context: Context, tx: Transaction, pushes: Push[], spenders: string[]): Promise<Facts> {
  const facts: Facts = {
    businesses: new Map(),
    recipients: new Map(),
    addresses: new Map(),
    numbers: new Map(),
    optInNumbers: new Set(),
    messages: new Map(),
    heldNudges: new Map(),
    templates: new Map(),
    smsPrices: new Map(),
  }
  await pipeline(
    () => lockRecipients(tx, pushes.flatMap(namesOf)),
    () => loadRecipients(context, tx, pushes, facts),
    () => loadMessages(tx, pushes, facts),
    () => loadBusinesses(tx, pushes, spenders, facts),
  )
  return facts
}

/** What a push locks by name: the address, and the number it brings. */
export const namesOf = ({ businessId, email, phone }: Pick<Push, 'businessId' | 'email' | 'phone'>): string[] => [
  recipientName(businessId, email),
  ...(phone === null || phone === 'impossible' ? [] : [numberName(businessId, phone.e164)]),
]

/**
 * The settings pushes are judged by; and where one of them may spend, the prices, the templates and the balance. Who may spend
 * is known from the key; should a channel have been switched on since, they are asked for after all.
 */
async function loadBusinesses(tx: Transaction, pushes: Push[], spenders: string[], facts: Facts): Promise<void> {
  const [settings, known] = await pipeline(
    () => tx.all(businessFacts, { businessIds: [...new Set(pushes.map(({ businessId }) => businessId))] }),
    () => loadSpending(tx, spenders, facts),
  )
  const late = settings.filter((row) => hasPaidChannel(row) && !known.has(row.id)).map(({ id }) => id)
  const balances = new Map([...known, ...(await loadSpending(tx, late, facts))])
  for (const row of settings)
    facts.businesses.set(row.id, {
      ...row,
      countries: row.countries?.map(destinationOf) ?? null,
      balance: balances.get(row.id)?.balance ?? 0,
      usages: {
        messages_per_day: { limit: row.messages_per_day, used: row.pushed, notified: row.pushed_notified },
        stored_messages: { limit: row.stored_messages, used: row.stored, notified: row.stored_notified },
      },
      lowBalance: { threshold: row.low_balance_threshold, told: balances.get(row.id)?.told ?? false },
    })
}

/** Returns the balances, which stay locked. */
async function loadSpending(
  tx: Transaction,
  spenders: string[],
  facts: Facts,
): Promise<Map<string, { balance: number; told: boolean }>> {
  if (spenders.length === 0) return new Map()
  const [shared, balances] = await pipeline(
    () => loadPaidWorld(tx),
    () => tx.all(lockBalances, { businessIds: spenders }),
  )
  Object.assign(facts, shared)
  return new Map(balances.map((row) => [row.businessId, row]))
}

const hasPaidChannel = (modes: Record<PaidChannel, ChannelMode>): boolean =>
  paidChannels.some((channel) => modes[channel] === 'on' || modes[channel] === 'on_request')

async function loadRecipients({ deriveKey }: Context, tx: Transaction, pushes: Push[], facts: Facts): Promise<void> {
  const spellings = pushes.map((push) => ({ ...push, from: push.displayedEmail, to: push.email }))
  carrySuppressions(deriveKey, tx, spellings)
  const asked = pushes.map(({ businessId, email, phone: given }) => {
    const phone = given === null || given === 'impossible' ? null : given.e164
    return {
      businessId,
      email,
      phone,
      numberDigest: phone === null ? null : numberDigest(deriveKey, businessId, phone),
      ...addressDigests(deriveKey, businessId, email),
    }
  })
  const [rows, consentRows] = await pipeline(
    () => tx.all(recipientFacts, { pushes: asked }),
    () => tx.all(consentsByEmail, { addresses: asked }),
  )
  const consentsOf = groupConsents(consentRows)
  for (const row of rows) {
    const key = `${row.businessId} ${row.pushEmail}`
    if (row.id !== null) facts.recipients.set(key, recipientOf(row, consentsOf(row.id)))
    facts.addresses.set(key, row)
    const number = row.pushPhone ?? row.phone
    const optInDigest = row.id === null ? null : consentsOf(row.id)[optInChannel].consentDigest
    if (optInDigest !== null && row.pushNumberDigest?.equals(optInDigest)) facts.optInNumbers.add(`${key} ${number}`)
    if (number !== null) facts.numbers.set(`${row.businessId} ${number}`, row)
    // A number named by the push may turn out to be another's; then the one this recipient holds is what stops are asked of.
    const held = `${row.businessId} ${row.phone}`
    if (row.phone !== null && !facts.numbers.has(held))
      facts.numbers.set(held, { ...unknownNumber, holderId: row.id, stopped: row.heldNumberStops })
  }
}

/** Only pushes that may touch a message that exists have any to load. */
async function loadMessages(tx: Transaction, pushes: Push[], facts: Facts): Promise<void> {
  const updateable = pushes.filter(({ request }) => request.kind === 'updateable')
  const obsoletes = pushes.flatMap(({ businessId, obsoletes: ids }) => ids.map((id) => ({ businessId, id })))
  if (updateable.length === 0 && obsoletes.length === 0) return
  const matching = updateable.map(({ businessId, email, request }) => ({ businessId, email, subject: request.subject }))
  const messages = await tx.all(lockMessages, { pushes: matching, obsoletes })
  facts.messages = new Map(messages.map((message) => [message.id, message]))
  const matched = messages.filter(({ kind, status }) => kind === 'updateable' && status === 'active')
  if (updateable.length === 0 || matched.length === 0) return
  const held = await tx.all(lockHeldNudges, { messages: matched })
  facts.heldNudges = Map.groupBy(held, (nudge) => nudge.message_id)
}
