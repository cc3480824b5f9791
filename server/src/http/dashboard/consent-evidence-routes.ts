import { isActive, recordChange } from '../../audit/audited.ts'
import type { ConsentEvidence } from '../../dashboard/recipients/evidence.schema.ts'
import { makeEvidence } from '../../dashboard/recipients/evidence.ts'
import { evidenceChoicePage, evidencePage } from '../../dashboard/recipients/evidence-page.ts'
import type { RecipientFacts } from '../../dashboard/recipients/load-recipient.ts'
import { recipientPath } from '../../dashboard/recipients/recipient-path.ts'
import { lockRecipients, recipientLockName } from '../../recipients/lock.ts'
import { findRecipient } from '../../recipients/sql.ts'
import { type HttpResponse, json, page } from '../response.ts'
import { onRecipient, showMissing, targetOf } from './recipient-of-path.ts'
import { showShopPage } from './respond.ts'
import type { ShopRoute, ShopVisit } from './routes.ts'

/** The file about the consent of a recipient, as a page to print and as JSON. */
export const consentEvidenceRoutes: ShopRoute[] = [
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
      onEvidence(visit, (evidence, { recipient }) =>
        showShopPage(
          visit,
          'recipients',
          'Consent evidence',
          evidencePage(evidence, recipientPath(visit.shop, recipient.email)),
        ),
      ),
  },
  {
    name: 'dashboard.recipient.consent.json',
    method: 'POST',
    path: '/dashboard/{shop}/recipients/{email}/consent.json',
    permission: 'assist',
    serve: (visit) =>
      onEvidence(visit, (evidence) =>
        page(json, `${JSON.stringify(evidence, null, 2)}\n`, {
          'Content-Disposition': `attachment; filename="consent-evidence-${evidence.generated_at.slice(0, 10)}.json"`,
        }),
      ),
  },
]

/** Makes the file and shows it, unless meanwhile the recipient was erased or the person lost their role. */
const onEvidence = (visit: ShopVisit, show: (evidence: ConsentEvidence, facts: RecipientFacts) => HttpResponse) =>
  onRecipient(visit, async (facts) => {
    const isRecorded = await recordExport(visit, facts)
    return isRecorded ? show(makeEvidence(visit.context, visit, facts), facts) : showMissing(visit)
  })

/**
 * Each file that is made is recorded, so it is made by a form and not by a link. The row names the recipient, so it is written under
 * the lock of an erasure: one that comes first finds no row to clear, and one that comes later clears this one.
 */
function recordExport({ context, caller }: ShopVisit, { recipient: { email } }: RecipientFacts): Promise<boolean> {
  const { actor, businessId, requestId } = caller
  return context.db.transaction(async (tx) => {
    if (!(await isActive(tx, actor))) return false
    await lockRecipients(tx, [recipientLockName(businessId, email)])
    if ((await tx.one(findRecipient, { businessId, email })) === null) return false
    const change = { businessId, target: null, before: null, after: null, person: email }
    recordChange(context, tx, { actor, action: 'exportConsentEvidence', requestId }, change)
    return true
  })
}
