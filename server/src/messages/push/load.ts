import { type ChannelMode, optInChannel, type PaidChannel, paidChannels } from '../../channels/registry.ts'
import type { Context } from '../../context.ts'
import { lockBalances } from '../../credits/sql.ts'
import { pipeline, type Transaction } from '../../db/database.ts'
import { loadPaidCatalogue } from '../../nudges/paid.load.ts'
import { lockWaitingNudges } from '../../nudges/sql.ts'
import { destinationOf, numberKind } from '../../phone.ts'
import { noTextUsage, numberKey } from '../../quotas/texts.decide.ts'
import { loadTextUsage } from '../../quotas/texts.ts'
import { consentsByEmail } from '../../recipients/consents.sql.ts'
import { groupConsents } from '../../recipients/consents.ts'
import { addressDigests, numberDigest } from '../../recipients/digest.ts'
import { lockRecipients, numberLockName, recipientLockName } from '../../recipients/lock.ts'
import { recipientOf } from '../../recipients/phone-change.ts'
import { moveSuppressionsToIdentity } from '../../suppressions/suppressions.ts'
import { businessFacts, lockMessages, recipientFacts } from '../sql.ts'
import type { Facts, Push } from './facts.ts'
import { keyOf, unknownNumber } from './push-state.decide.ts'

/**
 * Locks come before reads, so that each read sees what the previous lock owner committed. They are taken in a fixed order:
 * recipients and numbers, messages, then the balance, because every transaction that spends credits waits for it. Only the
 * waiting nudges of matched messages are locked after that, because they are known only once the messages are loaded.
 */
export async function loadFacts(context: Context, tx: Transaction, pushes: Push[], spenders: string[]): Promise<Facts> {
  const facts: Facts = {
    businesses: new Map(),
    recipients: new Map(),
    addresses: new Map(),
    numbers: new Map(),
    optInNumbers: new Set(),
    messages: new Map(),
    waitingNudges: new Map(),
    templates: new Map(),
    smsPrices: new Map(),
    closedDestinations: new Set(),
    numberKinds: new Map(),
    textUsage: noTextUsage,
  }
  await pipeline(
    () => lockRecipients(tx, pushes.flatMap(lockNamesOf)),
    () => loadRecipients(context, tx, pushes, facts),
    () => loadMessages(tx, pushes, facts),
    () => loadBusinesses(tx, pushes, spenders, facts),
    () => loadTexts(context, tx, givenNumbers(pushes.filter(({ businessId }) => spenders.includes(businessId))), facts),
  )
  // Which recipients have a number, and which businesses may send texts, is known only now.
  const paid = pushes.filter(({ businessId }) => hasPaidChannel(facts.businesses.get(businessId)!))
  await loadTexts(context, tx, [...givenNumbers(paid), ...storedNumbers(paid, facts)], facts)
  return facts
}

type NumberOf = { businessId: string; e164: string }

/** The facts that decide texts to these numbers. The balances are locked before this runs. */
async function loadTexts(context: Context, tx: Transaction, numbers: NumberOf[], facts: Facts): Promise<void> {
  for (const { e164 } of numbers) if (!facts.numberKinds.has(e164)) facts.numberKinds.set(e164, numberKind(e164))
  const { textUsage: known } = facts
  const unknown = numbers.filter(({ businessId, e164 }) => !known.numberTexts.has(numberKey(businessId, e164)))
  if (unknown.length === 0) return
  const { spend, prefixTexts, numberTexts } = await loadTextUsage(context, tx, unknown)
  facts.textUsage = {
    spend: new Map([...known.spend, ...spend]),
    prefixTexts: new Map([...known.prefixTexts, ...prefixTexts]),
    numberTexts: new Map([...known.numberTexts, ...numberTexts]),
  }
}

const givenNumbers = (pushes: Push[]): NumberOf[] =>
  pushes.flatMap(({ businessId, phone }) =>
    phone === null || phone === 'impossible' ? [] : [{ businessId, ...phone }],
  )

const storedNumbers = (pushes: Push[], { recipients }: Facts): NumberOf[] =>
  pushes.flatMap(({ businessId, email }) => {
    const phone = recipients.get(keyOf(businessId, email))?.phone ?? null
    return phone === null ? [] : [{ businessId, ...phone }]
  })

/** The names of the locks a push takes: its address and its number. */
export const lockNamesOf = ({ businessId, email, phone }: Pick<Push, 'businessId' | 'email' | 'phone'>): string[] => [
  recipientLockName(businessId, email),
  ...(phone === null || phone === 'impossible' ? [] : [numberLockName(businessId, phone.e164)]),
]

/**
 * Loads the settings of the businesses and, for those that may spend credits, the prices, templates and balance. The API key
 * determines which businesses may spend. If a paid channel was switched on after the key was read, its balance is loaded in a
 * second step.
 */
async function loadBusinesses(tx: Transaction, pushes: Push[], spenders: string[], facts: Facts): Promise<void> {
  const [settings, known] = await pipeline(
    () => tx.all(businessFacts, { businessIds: [...new Set(pushes.map(({ businessId }) => businessId))] }),
    () => loadSpending(tx, spenders, facts),
  )
  const missed = settings.filter((row) => hasPaidChannel(row) && !known.has(row.id)).map(({ id }) => id)
  const balances = new Map([...known, ...(await loadSpending(tx, missed, facts))])
  for (const row of settings)
    facts.businesses.set(row.id, {
      ...row,
      countries: row.countries?.map(destinationOf) ?? null,
      balance: balances.get(row.id)?.balance ?? 0,
      usages: {
        messages_per_day: { limit: row.messages_per_day, used: row.pushed, notified: row.pushed_notified },
        stored_messages: { limit: row.stored_messages, used: row.stored, notified: row.stored_notified },
      },
      lowBalance: { threshold: row.low_balance_threshold, notified: balances.get(row.id)?.notified ?? false },
    })
}

/** Returns the balances, which stay locked. */
async function loadSpending(
  tx: Transaction,
  spenders: string[],
  facts: Facts,
): Promise<Map<string, { balance: number; notified: boolean }>> {
  if (spenders.length === 0) return new Map()
  const [catalogue, balances] = await pipeline(
    () => loadPaidCatalogue(tx),
    () => tx.all(lockBalances, { businessIds: spenders }),
  )
  Object.assign(facts, catalogue)
  return new Map(balances.map((row) => [row.businessId, row]))
}

const hasPaidChannel = (modes: Record<PaidChannel, ChannelMode>): boolean =>
  paidChannels.some((channel) => modes[channel] === 'on' || modes[channel] === 'on_request')

async function loadRecipients({ digestKey }: Context, tx: Transaction, pushes: Push[], facts: Facts): Promise<void> {
  const spellings = pushes.map((push) => ({ ...push, from: push.displayedEmail, to: push.email }))
  moveSuppressionsToIdentity(digestKey, tx, spellings)
  const targets = pushes.map(({ businessId, email, phone: given }) => {
    const phone = given === null || given === 'impossible' ? null : given.e164
    return {
      businessId,
      email,
      phone,
      numberDigest: phone === null ? null : numberDigest(digestKey, businessId, phone),
      ...addressDigests(digestKey, businessId, email),
    }
  })
  const [rows, consentRows] = await pipeline(
    () => tx.all(recipientFacts, { pushes: targets }),
    () => tx.all(consentsByEmail, { addresses: targets }),
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
    // The number in the push may belong to another recipient. Then the stops of this recipient's current number apply.
    const current = `${row.businessId} ${row.phone}`
    if (row.phone !== null && !facts.numbers.has(current))
      facts.numbers.set(current, { ...unknownNumber, holderId: row.id, stopped: row.currentNumberStops })
  }
}

/** Only updateable pushes and pushes with `obsoletes` can change existing messages. */
async function loadMessages(tx: Transaction, pushes: Push[], facts: Facts): Promise<void> {
  const updateable = pushes.filter(({ request }) => request.kind === 'updateable')
  const obsoletes = pushes.flatMap(({ businessId, obsoletes: ids }) => ids.map((id) => ({ businessId, id })))
  if (updateable.length === 0 && obsoletes.length === 0) return
  const matching = updateable.map(({ businessId, email, request }) => ({ businessId, email, subject: request.subject }))
  const messages = await tx.all(lockMessages, { pushes: matching, obsoletes })
  facts.messages = new Map(messages.map((message) => [message.id, message]))
  const matched = messages.filter(({ kind, status }) => kind === 'updateable' && status === 'active')
  if (updateable.length === 0 || matched.length === 0) return
  const waiting = await tx.all(lockWaitingNudges, { messages: matched })
  facts.waitingNudges = Map.groupBy(waiting, (nudge) => nudge.message_id)
}
