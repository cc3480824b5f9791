import type {
  CreateWebhookEndpointRequest,
  MissedRedelivery,
  NewWebhookEndpoint,
  operations,
  RedeliverMissedRequest,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointList,
  WebhookTestResult,
} from './openapi.ts'
import type { CallOptions } from './options.ts'
import { createPaged, type Paged } from './paged.ts'
import { segment } from './path.ts'
import type { Call } from './send.ts'

export type ListDeliveriesQuery = NonNullable<operations['listWebhookDeliveries']['parameters']['query']>

const base = '/api/v1/webhook-endpoints'

export const webhookEndpointsOf = (call: Call) => ({
  /** Lists the endpoints with their health, newest first. */
  list: (options?: CallOptions): Promise<WebhookEndpointList> => call('listWebhookEndpoints', 'GET', base, options),

  /** Registers an endpoint and returns its signing secret once. Not repeated after an unknown outcome. */
  create: (request: CreateWebhookEndpointRequest, options?: CallOptions): Promise<NewWebhookEndpoint> =>
    call('createWebhookEndpoint', 'POST', base, { ...options, body: request }),

  /** Deletes an endpoint. A repetition after an unknown outcome can be 404, because the endpoint is deleted already. */
  delete: (id: string, options?: CallOptions): Promise<undefined> =>
    call('deleteWebhookEndpoint', 'DELETE', `${base}/${segment(id)}`, options),

  /** Posts one `ping` to the endpoint and returns what it responded. Not repeated after an unknown outcome. */
  test: (id: string, options?: CallOptions): Promise<WebhookTestResult> =>
    call('testWebhookEndpoint', 'POST', `${base}/${segment(id)}/test`, options),

  /** Replaces the signing secret and returns the new one once. Not repeated after an unknown outcome. */
  rotateSecret: (id: string, options?: CallOptions): Promise<NewWebhookEndpoint> =>
    call('rotateWebhookSecret', 'POST', `${base}/${segment(id)}/rotate-secret`, options),

  /** Enables an endpoint that was disabled after failures. */
  enable: (id: string, options?: CallOptions): Promise<WebhookEndpoint> =>
    call('enableWebhookEndpoint', 'POST', `${base}/${segment(id)}/enable`, { ...options, isSafeToRepeat: true }),

  /**
   * Sends the events since a time that the endpoint missed, about 1,000 at once. While `next_since` is not null, call again with it as
   * `since`. A repetition sends nothing twice.
   */
  redeliverMissed: (id: string, request: RedeliverMissedRequest, options?: CallOptions): Promise<MissedRedelivery> =>
    call('redeliverMissedEvents', 'POST', `${base}/${segment(id)}/redeliver-missed`, {
      ...options,
      body: request,
      isSafeToRepeat: true,
    }),

  /** Lists the deliveries to an endpoint with their attempts, newest first. */
  deliveries: (id: string, query: ListDeliveriesQuery = {}, options?: CallOptions): Paged<WebhookDelivery> =>
    createPaged(query.cursor, (cursor) =>
      call('listWebhookDeliveries', 'GET', `${base}/${segment(id)}/deliveries`, {
        ...options,
        query: { ...query, cursor },
      }),
    ),
})
