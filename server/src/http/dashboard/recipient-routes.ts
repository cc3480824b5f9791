import { confirmActPage } from '../../dashboard/recipients/act-pages.ts'
import { numberSet, type RecipientAct, recipientActs, resultOf } from '../../dashboard/recipients/acts.ts'
import type { RecipientFacts } from '../../dashboard/recipients/load-recipient.ts'
import { type NumberProblem, recipientPage } from '../../dashboard/recipients/recipient-page.ts'
import { recipientPath } from '../../dashboard/recipients/recipient-path.ts'
import { findHolderAddress } from '../../dashboard/recipients/sql.ts'
import { newest } from '../../db/page.ts'
import { eraseWhatsAppHistory } from '../../erasure/erase-whatsapp-history.ts'
import { formatCursor, parseCursor } from '../../messages/cursor.ts'
import { listMessagesOfRecipient } from '../../messages/sql.ts'
import type { Operation } from '../../operation.ts'
import { setPhoneFromDashboard, stopRecipient, unsubscribeRecipient } from '../../operator/recipients.ts'
import { readPhone } from '../../phone.ts'
import { clearRecipientPhone } from '../../recipients/phone-change.ts'
import { fieldOf, queryOf, redirect } from '../form.ts'
import { type HttpResponse, refusal } from '../response.ts'
import { call, type Named, onceOf, onRecipient, type Refused, sentenceOf, targetOf } from './recipient-of-path.ts'
import { showRefusedShopPage, showShopPage } from './respond.ts'
import { type ShopRoute, type ShopVisit } from './routes.ts'

const messagesPerPage = 25

export const recipientRoutes: ShopRoute[] = [
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

/** The operation of each act, the same that a key or the operator calls. */
const operationOf: Record<RecipientAct['segment'], { operation: Operation; body?: unknown }> = {
  'clear-number': { operation: clearRecipientPhone },
  'stop-sms': { operation: stopRecipient, body: { channel: 'sms' } },
  'stop-whatsapp': { operation: stopRecipient, body: { channel: 'whatsapp' } },
  unsubscribe: { operation: unsubscribeRecipient },
  'erase-whatsapp': { operation: eraseWhatsAppHistory },
}
async function perform(visit: ShopVisit, act: RecipientAct, recipient: Named): Promise<HttpResponse> {
  const { operation, ...input } = operationOf[act.segment]
  const result = await call(visit, operation, recipient.email, { ...input, ...onceOf(visit, operation) })
  if (!result.isDone) return showConfirmation(visit, act, recipient, result)
  return redirect(`${recipientPath(visit.shop, recipient.email)}?done=${act.segment}`)
}

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
