import { loadRecipient, type RecipientFacts } from '../../dashboard/recipients/load-recipient.ts'
import { missingRecipientPage } from '../../dashboard/recipients/missing-recipient-page.ts'
import { recipientPath } from '../../dashboard/recipients/recipient-path.ts'
import { findAddressOfRecipient } from '../../dashboard/recipients/sql.ts'
import { type EmailIdentity, emailIdentity, emailProblem } from '../../email.ts'
import { errorCodes } from '../../errors.ts'
import { formatId } from '../../ids.ts'
import type { Operation } from '../../operation.ts'
import { findRecipient, type RecipientRow } from '../../recipients/sql.ts'
import { fieldOf } from '../form.ts'
import { type HttpResponse, refusal } from '../response.ts'
import type { ActResult } from './act.ts'
import { showRefusedShopPage } from './respond.ts'
import type { ShopVisit } from './routes.ts'

export const targetOf = (shop: { path: string }, { email, displayed_email }: Named) => ({
  displayedEmail: displayed_email,
  path: recipientPath(shop, email),
})
export type Named = Pick<RecipientRow, 'id' | 'email' | 'displayed_email'>
export type Refused = Extract<ActResult, { isDone: false }>

/** Shows a page about the recipient of the path, or that the shop has none. */
export async function onRecipient(
  visit: ShopVisit,
  show: (facts: RecipientFacts) => Promise<HttpResponse> | HttpResponse,
): Promise<HttpResponse> {
  const email = await addressOf(visit)
  const facts = email === null ? null : await loadRecipient(visit.context, visit.shop, email)
  return facts === null ? showMissing(visit) : show(facts)
}

export async function findNamed(visit: ShopVisit): Promise<Named | null> {
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

export const showMissing = (visit: ShopVisit): HttpResponse =>
  showRefusedShopPage(
    visit,
    refusal('recipient.not_found'),
    'recipients',
    'No recipient has this address',
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

export const sentenceOf = ({ code, help }: Refused): string => help ?? errorCodes[code].meaning

export const call = (
  visit: ShopVisit,
  operation: Operation,
  email: EmailIdentity,
  input: { body?: unknown; once?: string },
) => visit.act(operation, { ...input, params: { email, business_id: formatId('biz', visit.caller.businessId) } })

export const onceOf = ({ request, context }: ShopVisit, { idempotent }: Operation): { once?: string } =>
  idempotent === true ? { once: fieldOf(request.body, 'once').slice(0, 255) || context.newId() } : {}

export const parseUuid = (text: string | null): string | null =>
  text !== null && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text : null
