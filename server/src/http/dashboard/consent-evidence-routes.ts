import { recordChange } from '../../audit/audited.ts'
import type { ConsentEvidence } from '../../dashboard/recipients/evidence.schema.ts'
import { makeEvidence } from '../../dashboard/recipients/evidence.ts'
import { evidenceChoicePage, evidencePage } from '../../dashboard/recipients/evidence-page.ts'
import type { RecipientFacts } from '../../dashboard/recipients/load-recipient.ts'
import { recipientPath } from '../../dashboard/recipients/recipient-path.ts'
import { json, page } from '../response.ts'
import { onRecipient, targetOf } from './recipient-of-path.ts'
import { showShopPage } from './respond.ts'
import { type ShopRoute, type ShopVisit } from './routes.ts'

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
