import { erasePage, receiptPage } from '../../dashboard/recipients/act-pages.ts'
import { recipientPath } from '../../dashboard/recipients/recipient-path.ts'
import { emailIdentity } from '../../email.ts'
import { eraseRecipient } from '../../erasure/erase-recipient.ts'
import type { ErasureReport } from '../../erasure/erasure.schema.ts'
import type { ErrorCode } from '../../errors.ts'
import { respondedAt } from '../../idempotency/execute-once.ts'
import type { Operation } from '../../operation.ts'
import { fieldOf } from '../form.ts'
import { type HttpResponse, refusal } from '../response.ts'
import {
  call,
  findNamed,
  type Named,
  onceOf,
  onRecipient,
  sentenceOf,
  showMissing,
  targetOf,
} from './recipient-of-path.ts'
import { showRefusedShopPage, showShopPage } from './respond.ts'
import { type ShopRoute, type ShopVisit } from './routes.ts'

/** Everything about a recipient is erased after their address was typed. */
export const erasureRoutes: ShopRoute[] = [
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
]

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
