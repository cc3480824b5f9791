import type { OperatorRoute } from '../routes.ts'
import { attentionRoutes } from './attention-routes.ts'
import { auditRoutes } from './audit-routes.ts'
import { businessCreditRoutes } from './business-credit-routes.ts'
import { businessKeyRoutes } from './business-key-routes.ts'
import { businessPeopleRoutes } from './business-people-routes.ts'
import { businessRecordRoutes } from './business-record-routes.ts'
import { businessRoutes } from './business-routes.ts'
import { businessWebhookRoutes } from './business-webhook-routes.ts'
import { configurationRoutes } from './configuration-routes.ts'
import { healthRoutes } from './health-routes.ts'
import { peopleOfServiceRoutes } from './people-of-service-routes.ts'
import { priceRoutes } from './price-routes.ts'
import { sendingRoutes } from './sending-routes.ts'
import { suppressionRoutes } from './suppression-routes.ts'
import { templateRoutes } from './template-routes.ts'

/** Every page and form of the people who run the service. */
export const operatorRoutes: OperatorRoute[] = [
  ...attentionRoutes,
  ...businessRoutes,
  ...businessCreditRoutes,
  ...businessKeyRoutes,
  ...businessPeopleRoutes,
  ...businessWebhookRoutes,
  ...businessRecordRoutes,
  ...priceRoutes,
  ...suppressionRoutes,
  ...templateRoutes,
  ...peopleOfServiceRoutes,
  ...auditRoutes,
  ...sendingRoutes,
  ...healthRoutes,
  ...configurationRoutes,
]
