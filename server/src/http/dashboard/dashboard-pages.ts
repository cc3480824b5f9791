import type { Context } from '../../context.ts'
import { dashboardFiles } from '../../dashboard/layout.ts'
import { missingPage } from '../../dashboard/notice-pages.ts'
import type { Operation } from '../../operation.ts'
import { get, type Page } from '../pages.ts'
import { type HttpResponse, page } from '../response.ts'
import { brandRoutes } from './brand-routes.ts'
import { channelRoutes } from './channel-routes.ts'
import { consentEvidenceRoutes } from './consent-evidence-routes.ts'
import { creditRoutes } from './credit-routes.ts'
import { designPages } from './design-pages.ts'
import { erasureRoutes } from './erasure-routes.ts'
import { figureRoutes } from './figure-routes.ts'
import { createGuard } from './guard.ts'
import { invitationPages } from './invitation-pages.ts'
import { keyRoutes } from './key-routes.ts'
import { memberRoutes } from './member-routes.ts'
import { messageRoutes } from './message-routes.ts'
import { noticeRoutes } from './notice-routes.ts'
import { operatorRoutes } from './operator/operator-routes.ts'
import { personRoutes } from './person-routes.ts'
import { recipientListRoutes } from './recipient-list-routes.ts'
import { recipientRoutes } from './recipient-routes.ts'
import { showRefusal } from './respond.ts'
import type { PersonRoute, ShopRoute } from './routes.ts'
import { signInPages } from './sign-in-pages.ts'
import { webhookEventRoutes } from './webhook-event-routes.ts'
import { webhookRedeliveryRoutes } from './webhook-redelivery-routes.ts'
import { webhookRoutes } from './webhook-routes.ts'

/** Every page and form of a shop, with the permission it needs. */
export const shopRoutes: ShopRoute[] = [
  ...messageRoutes,
  ...figureRoutes,
  ...creditRoutes,
  ...noticeRoutes,
  ...channelRoutes,
  ...brandRoutes,
  ...recipientListRoutes,
  ...recipientRoutes,
  ...erasureRoutes,
  ...consentEvidenceRoutes,
  ...webhookRoutes,
  ...webhookRedeliveryRoutes,
  ...webhookEventRoutes,
  ...keyRoutes,
  ...memberRoutes,
]
/** Every page and form of a signed-in person. */
export const allPersonRoutes: PersonRoute[] = [...personRoutes]

/** The pages of the dashboard, for the people of the shops. `operations` are those that a member may call. */
export function dashboardPages(context: Context, operations: Operation[]): Page[] {
  const { shopPage, personPage, operatorPage } = createGuard(context, operations)
  return [
    ...shopRoutes.map(shopPage),
    ...allPersonRoutes.map(personPage),
    ...operatorRoutes.map(operatorPage),
    ...signInPages(context),
    ...invitationPages(context),
    ...designPages(),
    ...dashboardFiles().map(({ name, contentType, body }) =>
      get(`dashboard.file.${name}`, `/dashboard/files/${name}`, 'none', () =>
        page(contentType, body, { 'Cache-Control': 'public, max-age=31536000, immutable' }),
      ),
    ),
  ]
}

/** An address of the dashboard that is wrong or cut off, or that of a form, shows a page instead of the body of the refusal. */
export const showMissingPage = (path: string, refused: HttpResponse): HttpResponse =>
  path.startsWith('/dashboard/') ? showRefusal(refused, missingPage()) : refused
