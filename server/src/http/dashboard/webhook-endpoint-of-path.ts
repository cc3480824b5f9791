import { withHostOnly } from '../../dashboard/webhooks/endpoint-parts.ts'
import { missingEndpointPage } from '../../dashboard/webhooks/event-page.ts'
import { type EndpointRow, findEndpoint } from '../../dashboard/webhooks/sql.ts'
import { type ErrorCode, errorCodes } from '../../errors.ts'
import type { Html } from '../../html.ts'
import { formatId, parseId } from '../../ids.ts'
import { actorAllows } from '../../member-role.ts'
import { type HttpResponse, refusal } from '../response.ts'
import type { ActResult } from './act.ts'
import { showRefusedShopPage, showShopPage } from './respond.ts'
import type { ShopVisit } from './routes.ts'

/** Why a form changed nothing: the code decides the status, and the sentence is what the person reads. */
export type Problem = { code: ErrorCode; sentence: string }
export const problemOf = ({ code, help }: Extract<ActResult, { isDone: false }>): Problem => ({
  code,
  sentence: help ?? errorCodes[code].meaning,
})

export const mayDevelop = ({ caller }: ShopVisit): boolean => actorAllows(caller.actor, 'develop')

/** Shows a page about the endpoint of the path, or that the side has none with this id. */
export async function onEndpoint(
  visit: ShopVisit,
  show: (endpoint: EndpointRow) => Promise<HttpResponse> | HttpResponse,
): Promise<HttpResponse> {
  const { context, caller, shop, request } = visit
  const id = parseId('whe', request.params['endpoint_id']!)
  const endpoint = await context.db.one(findEndpoint, { businessId: caller.businessId, id })
  if (endpoint !== null) return show(mayDevelop(visit) ? endpoint : withHostOnly(endpoint))
  const content = missingEndpointPage(shop)
  return showRefusedShopPage(visit, refusal('webhook_endpoint.not_found'), 'webhooks', 'No such endpoint', content)
}

/** The parameters of the operations on an endpoint. */
export const paramsOf = ({ id }: Pick<EndpointRow, 'id'>) => ({ public_id: formatId('whe', id) })

/** A page about webhooks, with the status of a refusal if the form before it changed nothing. */
export const showWebhookPage = (
  visit: ShopVisit,
  title: string,
  content: Html,
  problem: Problem | null = null,
): HttpResponse =>
  problem === null
    ? showShopPage(visit, 'webhooks', title, content)
    : showRefusedShopPage(visit, refusal(problem.code), 'webhooks', title, content)
