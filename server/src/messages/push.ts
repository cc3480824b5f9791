import type { Context } from '../context.ts'
import { enterSends, lockBalances } from '../credits/sql.ts'
import type { Transaction } from '../db/database.ts'
import type { Outcome } from '../errors.ts'
import { readId, showId } from '../ids.ts'
import { callOffNudges, lockLiveNudges, priceList, storeNudges, templateStates } from '../nudges/sql.ts'
import { addressDigest, numberDigest, platformAddressDigest } from '../recipients/digest.ts'
import { normaliseEmail } from '../recipients/email.ts'
import { lockRecipients, numberName, recipientName } from '../recipients/lock.ts'
import { destinationOf, type Phone, readPhone } from '../recipients/phone.ts'
import { storeRecipients } from '../recipients/sql.ts'
import { decidePushes, type Facts, type Message, type Plan, type Push, type PushAnswer } from './push.decide.ts'
import type { PushRequest, PushResult } from './push.schema.ts'
import { businessFacts, lockMessages, type MessageRow, recipientFacts, storeMessages } from './sql.ts'

/** A request to push, by a business. `ofBatch` lets what a person waits for go before what a program sends in bulk. */
export type PushCall = { businessId: string; request: PushRequest; ofBatch: boolean }

/** Operations 1 and 3. A single push is a set of one. */
export async function push(context: Context, tx: Transaction, calls: PushCall[]): Promise<Outcome<PushResult>[]> {
  const businesses = await loadBusinesses(tx, calls)
  const pushes = calls.map((call) => readPush(context, call, businesses.get(call.businessId)!.country))
  const facts = await loadFacts(context, tx, pushes, businesses)
  const plan = decidePushes(facts, pushes, tx.now)
  await storePlan(
    context,
    tx,
    plan,
    new Set(calls.flatMap(({ ofBatch }, place) => (ofBatch ? [pushes[place]!.ids.message] : []))),
  )
  return plan.answers.map((answer) =>
    'done' in answer ? { done: pushResult(answer.done, answer.recipientEmail) } : answer,
  )
}

function readPush({ newId }: Context, { businessId, request }: PushCall, country: string | null): Push {
  const { recipient_phone: phone = null, send_at: sendAt = null, whatsapp_opt_in: optIn } = request
  return {
    businessId,
    request,
    email: normaliseEmail(request.recipient_email),
    phone: phone === null ? null : (readPhone(phone, country) ?? 'impossible'),
    sendAt: sendAt === null ? null : new Date(sendAt),
    obtainedAt: optIn?.obtained_at == null ? null : new Date(optIn.obtained_at),
    obsoletes: (request.obsoletes ?? []).flatMap((id) => readId('msg', id) ?? []),
    ids: { message: newId(), recipient: newId(), email: newId(), sms: newId(), whatsapp: newId() },
  }
}

type Business = Facts['businesses'] extends Map<string, infer B> ? B & { country: string | null } : never

async function loadBusinesses(tx: Transaction, calls: PushCall[]): Promise<Map<string, Business>> {
  const rows = await tx.all(businessFacts, [[...new Set(calls.map(({ businessId }) => businessId))]])
  return new Map(
    rows.map((row) => [
      row.id,
      {
        name: row.name,
        country: row.country,
        active: row.active,
        sendingPaused: row.sending_paused,
        planLapsed: row.plan === 'lapsed',
        sms: row.sms,
        whatsapp: row.whatsapp,
        countries: row.countries?.map(destinationOf) ?? null,
        balance: 0,
      },
    ]),
  )
}

/** All locks are taken here: recipients and numbers, then messages and nudges, the balance last because every spender waits for it. */
async function loadFacts(
  context: Context,
  tx: Transaction,
  pushes: Push[],
  businesses: Map<string, Business>,
): Promise<Facts> {
  await lockRecipients(
    tx,
    pushes.flatMap(({ businessId, email, phone }) => [
      recipientName(businessId, email),
      ...(phone === null || phone === 'impossible' ? [] : [numberName(businessId, phone.e164)]),
    ]),
  )
  const facts: Facts = {
    businesses,
    recipients: new Map(),
    addresses: new Map(),
    numbers: new Map(),
    messages: new Map(),
    liveNudges: new Map(),
    templates: new Map(),
    smsPrices: new Map(),
  }
  await loadRecipients(context, tx, pushes, facts)
  await loadMessages(tx, pushes, facts)
  const spenders = pushes
    .filter((push) => mayCharge(businesses.get(push.businessId)!, push))
    .map(({ businessId }) => businessId)
  if (spenders.length > 0) {
    for (const { destination, credits } of await tx.all(priceList)) facts.smsPrices.set(destination, credits)
    for (const { order_status: status, state } of await tx.all(templateStates)) facts.templates.set(status, state)
    for (const row of await tx.all(lockBalances, [[...new Set(spenders)]]))
      businesses.get(row.business_id)!.balance = row.balance
  }
  return facts
}

/** Whether a paid channel could come into question at all: if not, the balance is left to those who need it. */
function mayCharge({ sms, whatsapp }: Business, { request }: Push): boolean {
  const isOn = (mode: string): boolean => mode === 'on' || mode === 'on_request'
  return request.notify !== false && (isOn(sms) || isOn(whatsapp))
}

async function loadRecipients({ deriveKey }: Context, tx: Transaction, pushes: Push[], facts: Facts): Promise<void> {
  const phoneOf = ({ phone }: Push): Phone | null => (phone === 'impossible' ? null : phone)
  const rows = await tx.all(recipientFacts, [
    pushes.map(({ businessId }) => businessId),
    pushes.map(({ email }) => email),
    pushes.map((push) => phoneOf(push)?.e164 ?? null),
    pushes.map((push) => {
      const phone = phoneOf(push)
      return phone === null ? null : numberDigest(deriveKey, push.businessId, phone.e164)
    }),
    pushes.map(({ businessId, email }) => addressDigest(deriveKey, businessId, email)),
    pushes.map(({ email }) => platformAddressDigest(deriveKey, email)),
  ])
  for (const row of rows) {
    const push = pushes[row.place - 1]!
    const key = `${push.businessId} ${push.email}`
    if (row.id !== null)
      facts.recipients.set(key, {
        id: row.id,
        phone: row.phone === null ? null : { e164: row.phone, destination: row.phone_destination },
        smsConsentAt: row.sms_consent_at,
        smsConsentSource: row.sms_consent_source,
        smsStopped: row.sms_stopped,
        whatsappOptedInAt: row.whatsapp_opted_in_at,
        whatsappOptIn: row.whatsapp_opt_in,
        whatsappStopped: row.whatsapp_stopped,
        whatsappWithdrawn: row.whatsapp_withdrawn,
        unsubscribed: row.unsubscribed,
      })
    facts.addresses.set(key, {
      unsubscribed: row.suppression === 'unsubscribed',
      suppressed: row.suppression === 'bounced' || row.suppression === 'complained',
      platformSuppressed: row.platform_suppressed,
    })
    const number = phoneOf(push)?.e164 ?? row.phone
    if (number !== null)
      facts.numbers.set(`${push.businessId} ${number}`, {
        holderId: row.holder_id,
        smsStopped: row.number_stops?.includes('sms') === true,
        whatsappStopped: row.number_stops?.includes('whatsapp') === true,
        unreachable: row.unreachable,
        textsLastHour: row.texts_last_hour,
        textsLastDay: row.texts_last_day,
      })
  }
}

/** Only pushes that may touch a message that exists have any to load. */
async function loadMessages(tx: Transaction, pushes: Push[], facts: Facts): Promise<void> {
  const updateable = pushes.filter(({ request }) => request.kind === 'updateable')
  const obsoletes = pushes.flatMap(({ businessId, obsoletes: ids }) => ids.map((id) => ({ businessId, id })))
  if (updateable.length === 0 && obsoletes.length === 0) return
  const rows = await tx.all(lockMessages, [
    updateable.map(({ businessId }) => businessId),
    updateable.map(({ email }) => email),
    updateable.map(({ request }) => request.subject),
    obsoletes.map(({ businessId }) => businessId),
    obsoletes.map(({ id }) => id),
  ])
  for (const row of rows) facts.messages.set(row.id, messageOf(row))
  const matched = rows.filter(({ kind, status }) => kind === 'updateable' && status === 'active')
  if (updateable.length === 0 || matched.length === 0) return
  for (const nudge of await tx.all(lockLiveNudges, [
    matched.map((row) => row.business_id),
    matched.map(({ id }) => id),
  ])) {
    const live = facts.liveNudges.get(nudge.message_id) ?? []
    facts.liveNudges.set(nudge.message_id, [
      ...live,
      { id: nudge.id, channel: nudge.channel, charged: nudge.charged ? nudge.price : 0 },
    ])
  }
}

const messageOf = (row: MessageRow): Message => ({
  businessId: row.business_id,
  id: row.id,
  recipientId: row.recipient_id,
  kind: row.kind,
  status: row.status,
  subject: row.subject,
  body: row.body,
  reference: row.reference,
  orderStatus: row.order_status,
  scheduledFor: row.scheduled_for,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

async function storePlan(context: Context, tx: Transaction, plan: Plan, ofBatch: Set<string>): Promise<void> {
  const { deriveKey, queue } = context
  const hex = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`
  const digestOf = (businessId: string, phone: Phone | null): string | null =>
    phone === null ? null : hex(numberDigest(deriveKey, businessId, phone.e164))
  if (plan.recipients.length > 0)
    await tx.all(storeRecipients, [
      JSON.stringify(
        plan.recipients.map((recipient) => ({
          business_id: recipient.businessId,
          id: recipient.id,
          email: recipient.email,
          phone: recipient.phone?.e164 ?? null,
          phone_destination: recipient.phone?.destination ?? null,
          phone_digest: digestOf(recipient.businessId, recipient.phone),
          sms_consent_at: recipient.smsConsentAt,
          sms_consent_source: recipient.smsConsentSource,
          whatsapp_opted_in_at: recipient.whatsappOptedInAt,
          whatsapp_opt_in: recipient.whatsappOptIn,
        })),
      ),
    ])
  if (plan.messages.length > 0)
    await tx.all(storeMessages, [
      JSON.stringify(
        plan.messages.map((message) => ({
          business_id: message.businessId,
          id: message.id,
          recipient_id: message.recipientId,
          kind: message.kind,
          status: message.status,
          subject: message.subject,
          body: message.body,
          reference: message.reference,
          order_status: message.orderStatus,
          scheduled_for: message.scheduledFor,
          created_at: message.createdAt,
          updated_at: message.updatedAt,
        })),
      ),
    ])
  if (plan.calledOff.length > 0)
    await tx.all(callOffNudges, [
      plan.calledOff.map(({ businessId }) => businessId),
      plan.calledOff.map(({ id }) => id),
    ])
  if (plan.nudges.length > 0)
    await tx.all(storeNudges, [
      JSON.stringify(
        plan.nudges.map((nudge) => ({
          business_id: nudge.businessId,
          id: nudge.id,
          message_id: nudge.messageId,
          channel: nudge.channel,
          state: nudge.state,
          skipped_reason: nudge.skippedReason,
          price: nudge.price,
          charged: nudge.charged,
          due_at: nudge.dueAt,
          escalates_at: nudge.escalatesAt,
          escalation_minutes: nudge.escalationMinutes,
          fallback: nudge.fallback,
          number_digest: digestOf(nudge.businessId, nudge.phone),
        })),
      ),
    ])
  await queue.enqueueNudges(
    tx,
    plan.nudges
      .filter(({ state }) => state === 'queued')
      .map(({ id, businessId, messageId }) => ({ id, businessId, priority: ofBatch.has(messageId) ? -1 : 0 })),
  )
  if (plan.ledger.length > 0)
    await tx.all(enterSends, [
      plan.ledger.map(({ businessId }) => businessId),
      plan.ledger.map(({ sendId }) => sendId),
      plan.ledger.map(({ delta }) => delta),
      plan.ledger.map(({ kind }) => kind),
    ])
}

function pushResult(
  { message, created, scheduledFor, nudged, email, sms, whatsapp, optIn }: PushAnswer,
  recipientEmail: string,
): PushResult {
  const time = (moment: Date | null): string | null => moment?.toISOString() ?? null
  return {
    id: showId('msg', message.id),
    recipient_email: recipientEmail,
    subject: message.subject,
    kind: message.kind,
    status: message.status,
    created,
    scheduled_for: time(scheduledFor),
    nudged,
    email,
    sms: sms && { ...sms, escalates_at: time(sms.escalates_at) },
    sms_units: sms?.queued === true ? 1 : 0,
    whatsapp: whatsapp && { ...whatsapp, escalates_at: time(whatsapp.escalates_at) },
    whatsapp_opt_in: optIn,
    reference: message.reference,
    order_status: message.orderStatus,
    created_at: message.createdAt.toISOString(),
    updated_at: message.updatedAt.toISOString(),
  }
}
