import { recordChange } from '../../audit/audited.ts'
import { confirmActPage, erasePage, receiptPage } from '../../dashboard/recipients/act-pages.ts'
import { numberSet, type RecipientAct, recipientActs, resultOf } from '../../dashboard/recipients/acts.ts'
import type { ConsentEvidence } from '../../dashboard/recipients/evidence.schema.ts'
import { makeEvidence } from '../../dashboard/recipients/evidence.ts'
import { evidenceChoicePage, evidencePage } from '../../dashboard/recipients/evidence-page.ts'
import { recipientListPage } from '../../dashboard/recipients/list-page.ts'
import { loadRecipient, type RecipientFacts } from '../../dashboard/recipients/load-recipient.ts'
import { missingRecipientPage } from '../../dashboard/recipients/missing-recipient-page.ts'
import { type NumberProblem, recipientPage } from '../../dashboard/recipients/recipient-page.ts'
import { recipientPath } from '../../dashboard/recipients/recipient-path.ts'
import { parseSearch, type Search } from '../../dashboard/recipients/search.decide.ts'
import {
  findAddressOfRecipient,
  findHolderAddress,
  type ListedRecipient,
  recipientPage as pageOfRecipients,
  recipientPageByDigits,
} from '../../dashboard/recipients/sql.ts'
import { newest } from '../../db/page.ts'
import { type EmailIdentity, emailIdentity, emailProblem } from '../../email.ts'
import { eraseRecipient } from '../../erasure/erase-recipient.ts'
import { eraseWhatsAppHistory } from '../../erasure/erase-whatsapp-history.ts'
import type { ErasureReport } from '../../erasure/erasure.schema.ts'
import { type ErrorCode, errorCodes } from '../../errors.ts'
import { respondedAt } from '../../idempotency/execute-once.ts'
import { formatId } from '../../ids.ts'
import { formatCursor, parseCursor } from '../../messages/cursor.ts'
import { listMessagesOfRecipient } from '../../messages/sql.ts'
import type { Operation } from '../../operation.ts'
import { setPhoneFromDashboard, stopRecipient, unsubscribeRecipient } from '../../operator/recipients.ts'
import { readPhone } from '../../phone.ts'
import { clearRecipientPhone } from '../../recipients/phone-change.ts'
import { findRecipient, type RecipientRow } from '../../recipients/sql.ts'
import { fieldOf, queryOf, redirect } from '../form.ts'
import { type HttpResponse, json, page, refusal } from '../response.ts'
import type { ActResult } from './act.ts'
import { showRefusedShopPage, showShopPage } from './respond.ts'
import type { ShopRoute, ShopVisit } from './routes.ts'

const recipientsPerPage = 50
const messagesPerPage = 25

export const recipientRoutes: ShopRoute[] = [
  {
    name: 'dashboard.recipients',
    method: 'GET',
    path: '/dashboard/{shop}/recipients',
    permission: 'read',
    serve: showList,
  },
  {
    name: 'dashboard.recipient',
    method: 'GET',
    path: '/dashboard/{shop}/recipients/{email}',
    permission: 'read',
    serve: (visit) => onRecipient(visit, (facts) => showRecipient(visit, facts, {})),
  },
  {
    name: 'dashboard.recipient.number',
    method: 'POST',
    path: '/dashboard/{shop}/recipients/{email}/number',
    permission: 'assist',
    serve: (visit) => onRecipient(visit, (facts) => setNumber(visit, facts)),
  },
  ...recipientActs.flatMap(actRoutes),
  {
    name: 'dashboard.recipient.erase',
    method: 'GET',
    path: '/dashboard/{shop}/recipients/{email}/erase',
    permission: 'erase',
    isDangerous: true,
    serve: (visit) => onRecipient(visit, ({ recipient }) => showErase(visit, recipient, null)),
  },
  {
    name: 'dashboard.recipient.erase.do',
    method: 'POST',
    path: '/dashboard/{shop}/recipients/{email}/erase',
    permission: 'erase',
    isDangerous: true,
    serve: erase,
  },
  {
    name: 'dashboard.recipient.consent',
    method: 'GET',
    path: '/dashboard/{shop}/recipients/{email}/consent',
    permission: 'assist',
    serve: (visit) =>
      onRecipient(visit, ({ recipient }) =>
        showShopPage(
          visit,
          'recipients',
          'Consent evidence',
          evidenceChoicePage(targetOf(visit.shop, recipient), visit.csrf),
        ),
      ),
  },
  {
    name: 'dashboard.recipient.consent.page',
    method: 'POST',
    path: '/dashboard/{shop}/recipients/{email}/consent',
    permission: 'assist',
    serve: (visit) =>
      onRecipient(visit, async (facts) =>
        showShopPage(
          visit,
          'recipients',
          'Consent evidence',
          evidencePage(await exportEvidence(visit, facts), recipientPath(visit.shop, facts.recipient.email)),
        ),
      ),
  },
  {
    name: 'dashboard.recipient.consent.json',
    method: 'POST',
    path: '/dashboard/{shop}/recipients/{email}/consent.json',
    permission: 'assist',
    serve: (visit) =>
      onRecipient(visit, async (facts) => {
        const evidence = await exportEvidence(visit, facts)
        return page(json, `${JSON.stringify(evidence, null, 2)}\n`, {
          'Content-Disposition': `attachment; filename="consent-evidence-${evidence.generated_at.slice(0, 10)}.json"`,
        })
      }),
  },
]

/** A page that asks for confirmation, and the form on it. */
function actRoutes(act: RecipientAct): ShopRoute[] {
  const route = {
    path: `/dashboard/{shop}/recipients/{email}/${act.segment}`,
    permission: act.permission,
    ...(act.permission === 'erase' && { isDangerous: true as const }),
  } satisfies Partial<ShopRoute>
  const name = `dashboard.recipient.${act.segment}`
  return [
    {
      ...route,
      name,
      method: 'GET',
      serve: (visit) => onRecipient(visit, ({ recipient }) => showConfirmation(visit, act, recipient, null)),
    },
    {
      ...route,
      name: `${name}.do`,
      method: 'POST',
      serve: (visit) => onRecipient(visit, ({ recipient }) => perform(visit, act, recipient)),
    },
  ]
}

const targetOf = (shop: { path: string }, { email, displayed_email }: Named) => ({
  displayedEmail: displayed_email,
  path: recipientPath(shop, email),
})
type Named = Pick<RecipientRow, 'id' | 'email' | 'displayed_email'>
type Refused = Extract<ActResult, { isDone: false }>

function showConfirmation(
  visit: ShopVisit,
  act: RecipientAct,
  recipient: Named,
  refused: Refused | null,
): HttpResponse {
  const { shop, csrf, context } = visit
  const address = act.permission === 'erase' ? recipient.id : recipient.email
  const content = confirmActPage(act, targetOf(shop, recipient), {
    csrf,
    ...(operationOf[act.segment].operation.idempotent === true && { once: context.newId() }),
    action: `${recipientPath(shop, address)}/${act.segment}`,
    problem: refused === null ? null : sentenceOf(refused),
  })
  if (refused === null) return showShopPage(visit, 'recipients', act.title, content)
  return showRefusedShopPage(visit, refusal(refused.code), 'recipients', act.title, content)
}

const sentenceOf = ({ code, help }: Refused): string => help ?? errorCodes[code].meaning

/** The operation of each act, the same that a key or the operator calls. */
const operationOf: Record<RecipientAct['segment'], { operation: Operation; body?: unknown }> = {
  'clear-number': { operation: clearRecipientPhone },
  'stop-sms': { operation: stopRecipient, body: { channel: 'sms' } },
  'stop-whatsapp': { operation: stopRecipient, body: { channel: 'whatsapp' } },
  unsubscribe: { operation: unsubscribeRecipient },
  'erase-whatsapp': { operation: eraseWhatsAppHistory },
}
const call = (visit: ShopVisit, operation: Operation, email: EmailIdentity, input: { body?: unknown; once?: string }) =>
  visit.act(operation, { ...input, params: { email, business_id: formatId('biz', visit.caller.businessId) } })

async function perform(visit: ShopVisit, act: RecipientAct, recipient: Named): Promise<HttpResponse> {
  const { operation, ...input } = operationOf[act.segment]
  const result = await call(visit, operation, recipient.email, { ...input, ...onceOf(visit, operation) })
  if (!result.isDone) return showConfirmation(visit, act, recipient, result)
  return redirect(`${recipientPath(visit.shop, recipient.email)}?done=${act.segment}`)
}

const onceOf = ({ request, context }: ShopVisit, { idempotent }: Operation): { once?: string } =>
  idempotent === true ? { once: fieldOf(request.body, 'once').slice(0, 255) || context.newId() } : {}

async function setNumber(visit: ShopVisit, facts: RecipientFacts): Promise<HttpResponse> {
  const { caller, context, request, shop } = visit
  const { email } = facts.recipient
  const typed = fieldOf(request.body, 'phone').slice(0, 100)
  const result = await call(visit, setPhoneFromDashboard, email, { body: { phone: typed } })
  if (result.isDone) return redirect(`${recipientPath(shop, email)}?done=${numberSet.segment}`)
  const phone = readPhone(typed, caller.country)
  const holder =
    result.code !== 'sms.phone_already_in_use' || phone === null
      ? null
      : await context.db.one(findHolderAddress, { businessId: caller.businessId, phone: phone.e164 })
  const problem = numberProblem(result, caller.country)
  return showRecipient(visit, facts, { number: { typed, problem, holder }, refused: refusal(result.code) })
}

function numberProblem(refused: Refused, country: string | null): string {
  if (refused.code === 'sms.phone_already_in_use')
    return 'Another recipient of your shop has this number, so it was not moved. Nothing was changed.'
  if (refused.code !== 'common.validation_failed') return sentenceOf(refused)
  return country === null
    ? 'This cannot be a phone number. Write it with a plus and the country code, such as +44 7700 900123.'
    : `This cannot be a phone number. Write it with the country code, such as +44 7700 900123, or as it is dialled in ${country}.`
}

type EraseProblem = { typed: string; code: ErrorCode; problem: string }
function showErase(visit: ShopVisit, recipient: Named, problem: EraseProblem | null): HttpResponse {
  const { shop, csrf, context } = visit
  const content = erasePage(targetOf(shop, recipient), {
    csrf,
    once: context.newId(),
    action: `${recipientPath(shop, recipient.id)}/erase`,
    typed: problem?.typed ?? '',
    problem: problem && problem.problem,
  })
  if (problem === null) return showShopPage(visit, 'recipients', 'Erase everything', content)
  return showRefusedShopPage(visit, refusal(problem.code), 'recipients', 'Erase everything', content)
}
const mistyped = {
  code: 'common.validation_failed',
  problem: 'This is not the address above. Nothing was erased.',
} as const

/**
 * The receipt is the response and not a page of its own, so no address leads to it and nothing that was typed is stored. A form that
 * is submitted twice finds no recipient, and replays the receipt of its key.
 */
async function erase(visit: ShopVisit): Promise<HttpResponse> {
  const { request, caller, context, shop, session } = visit
  const typed = fieldOf(request.body, 'address').trim().slice(0, 320)
  const email = emailIdentity(typed)
  const { once } = onceOf(visit, eraseRecipient)
  const spent = { businessId: caller.businessId, operation: numberOf(eraseRecipient), key: once! }
  const recipient = await findNamed(visit)
  if (recipient === null && (await respondedAt(context.db, spent)) === null) return showMissing(visit)
  if (recipient !== null && recipient.email !== email) return showErase(visit, recipient, { typed, ...mistyped })
  const result = await call(visit, eraseRecipient, email, { once: once! })
  if (!result.isDone) {
    if (recipient === null) return showMissing(visit)
    return showErase(visit, recipient, { typed, code: result.code, problem: sentenceOf(result) })
  }
  const at = await respondedAt(context.db, spent)
  const report = result.body as ErasureReport
  const content = receiptPage({ shop, address: typed, person: session.name, at, report })
  return showShopPage(visit, 'recipients', 'Receipt of an erasure', content)
}

const numberOf = (operation: Operation): number => (operation.access === 'key' ? operation.number : 0)

/** Each file that is made is recorded, so it is made by a form and not by a link. */
async function exportEvidence(visit: ShopVisit, facts: RecipientFacts): Promise<ConsentEvidence> {
  const { context, caller } = visit
  const evidence = makeEvidence(context, visit, facts)
  const { actor, businessId, requestId } = caller
  const change = { businessId, target: null, before: null, after: null, person: facts.recipient.email }
  await context.db.transaction(async (tx) =>
    recordChange(context, tx, { actor, action: 'exportConsentEvidence', requestId }, change),
  )
  return evidence
}

/** The whole address of a recipient leads to their page. */
async function showList(visit: ShopVisit): Promise<HttpResponse> {
  const { request, shop, caller, context } = visit
  const query = (queryOf(request, 'q') ?? '').slice(0, 254)
  const search = parseSearch(query)
  const after = parseUuid(queryOf(request, 'after'))
  if (search.kind === 'address' && emailProblem(search.address) === null) {
    const email = emailIdentity(search.address)
    const found = await context.db.one(findRecipient, { businessId: caller.businessId, email })
    if (found !== null) return redirect(recipientPath(shop, email))
  }
  const rows = await readRecipients(visit, search, after)
  const recipients = rows.slice(0, recipientsPerPage)
  const next = new URLSearchParams({ ...(query !== '' && { q: query }), after: recipients.at(-1)?.id ?? '' })
  const olderPath = rows.length > recipientsPerPage ? `${shop.path}/recipients?${next.toString()}` : null
  const content = recipientListPage({ shop, query, search, recipients, olderPath, isFirstPage: after === null })
  return showShopPage(visit, 'recipients', 'Recipients', content)
}

async function readRecipients(
  { context: { db }, caller: { businessId, country } }: ShopVisit,
  search: Search,
  after: string | null,
): Promise<ListedRecipient[]> {
  const start = { businessId, after, limit: recipientsPerPage + 1 }
  if (search.kind === 'newest') return db.all(pageOfRecipients, start)
  if (search.kind !== 'digits') return []
  const { digits, ending } = search
  return db.all(recipientPageByDigits, { ...start, digits, ending, phone: readPhone(digits, country)?.e164 ?? null })
}

/** Shows a page about the recipient of the path, or that the shop never messaged the address. */
async function onRecipient(
  visit: ShopVisit,
  show: (facts: RecipientFacts) => Promise<HttpResponse> | HttpResponse,
): Promise<HttpResponse> {
  const email = await addressOf(visit)
  const facts = email === null ? null : await loadRecipient(visit.context, visit.shop, email)
  return facts === null ? showMissing(visit) : show(facts)
}

async function findNamed(visit: ShopVisit): Promise<Named | null> {
  const { context, caller } = visit
  const email = await addressOf(visit)
  return email === null ? null : context.db.one(findRecipient, { businessId: caller.businessId, email })
}

/** The path has the address or the id of the recipient. */
async function addressOf({ request, context, caller }: ShopVisit): Promise<EmailIdentity | null> {
  const segment = request.params['email']!
  const recipientId = parseUuid(segment)
  if (recipientId === null) return addressIn(segment)
  const found = await context.db.one(findAddressOfRecipient, { businessId: caller.businessId, recipientId })
  return found?.email ?? null
}

const showMissing = (visit: ShopVisit): HttpResponse =>
  showRefusedShopPage(
    visit,
    refusal('recipient.not_found'),
    'recipients',
    'You never messaged this address',
    missingRecipientPage(visit.shop),
  )

/** The identity of the address, which is percent-encoded; null if it is not an address. */
function addressIn(encoded: string): EmailIdentity | null {
  try {
    const given = decodeURIComponent(encoded)
    return emailProblem(given) === null ? emailIdentity(given) : null
  } catch {
    return null
  }
}

type Shown = { number?: NumberProblem; refused?: HttpResponse }
async function showRecipient(visit: ShopVisit, facts: RecipientFacts, shown: Shown): Promise<HttpResponse> {
  const { request, shop, caller, context, csrf } = visit
  const { email, displayed_email: title } = facts.recipient
  const after = parseCursor(queryOf(request, 'after') ?? '')
  const rows = await context.db.all(listMessagesOfRecipient, {
    businessId: caller.businessId,
    email,
    ...(after ?? newest),
    limit: messagesPerPage + 1,
  })
  const messages = rows.slice(0, messagesPerPage)
  const last = messages.at(-1)
  const olderPath =
    rows.length > messagesPerPage && last !== undefined
      ? `${recipientPath(shop, email)}?after=${formatCursor({ time: last.created_at, id: last.id })}#messages`
      : null
  const content = recipientPage({
    shop,
    actor: caller.actor,
    csrf,
    facts,
    messages,
    olderPath,
    result: resultOf(queryOf(request, 'done')),
    number: shown.number ?? null,
  })
  if (shown.refused !== undefined) return showRefusedShopPage(visit, shown.refused, 'recipients', title, content)
  return showShopPage(visit, 'recipients', title, content)
}

const parseUuid = (text: string | null): string | null =>
  text !== null && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text : null
