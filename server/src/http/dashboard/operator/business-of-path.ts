import type { BusinessFrame } from '../../../dashboard/operator/business-frame.ts'
import type { Result } from '../../../dashboard/operator/outcome.ts'
import { shardsOf } from '../../../dashboard/people/sql.ts'
import { parseId } from '../../../ids.ts'
import type { Business } from '../../../operator/businesses.schema.ts'
import { readBusiness } from '../../../operator/businesses.ts'
import { shopPath } from '../../../shop-path.ts'
import type { HttpResponse } from '../../response.ts'
import type { OperatorVisit } from '../routes.ts'
import { ask, outcomeOf, type Problem, showMissing } from './respond.ts'

/** Calls `serve` with the business that the path names, or shows that there is none. */
export async function onBusiness(
  visit: OperatorVisit,
  serve: (business: Business) => Promise<HttpResponse> | HttpResponse,
): Promise<HttpResponse> {
  const params = { business_id: visit.request.params['business_id']! }
  const business = await ask<Business>(visit, readBusiness, { params })
  return business === null ? showMissing() : serve(business)
}

/** What the page of a business shows around each of its parts. `results` has the words of `?done=…`. */
export async function frameOf(
  { context, operator, request }: OperatorVisit,
  business: Business,
  { problem = null, results = {} }: { problem?: Problem | null; results?: Record<string, Result> } = {},
): Promise<BusinessFrame> {
  const businessId = parseId('biz', business.id)!
  const [found] = await context.db.all(shardsOf, { ids: [{ id: businessId }] })
  return {
    business,
    shopPath: shopPath({ shard: found!.shard, businessId }),
    operator,
    ...outcomeOf(request, results, problem),
  }
}
