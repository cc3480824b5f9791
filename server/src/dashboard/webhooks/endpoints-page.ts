import { type Html, html } from '../../html.ts'
import { emptyState, linkButton, moment, note } from '../../pages/components.ts'
import { dataTable, rowTitle } from '../../pages/lists.ts'
import { eventTypesText, healthDetail, healthTag, percentText, waitingText } from './endpoint-parts.ts'
import { type EndpointRow, recentDeliveries } from './sql.ts'
import { endpointPath, webhooksFrame, webhooksPath } from './webhooks-frame.ts'

type EndpointsPage = {
  shop: { path: string }
  endpoints: EndpointRow[]
  mayDevelop: boolean
  isDeleted: boolean
}

/** Every endpoint with its health. A business has few of them. */
export const endpointsPage = ({ shop, endpoints, mayDevelop, isDeleted }: EndpointsPage): Html => {
  const add = linkButton({
    label: 'Add an endpoint',
    href: `${webhooksPath(shop)}/new`,
    kind: 'primary',
    icon: 'plus',
  })
  return webhooksFrame(
    shop,
    'endpoints',
    html`${isDeleted ? note('good', 'The endpoint was deleted', 'Nothing is posted to it any more. Its events stay in the event log.', true) : none}
${
  endpoints.length === 0
    ? emptyState({
        icon: 'webhook',
        title: 'No endpoint gets your events yet',
        text: 'An endpoint is an HTTPS address of your system. Tidings posts an event to it when an email was delivered, opened or bounced, a text failed, or a customer replied. Without one, your system has to ask.',
        ...(mayDevelop && { action: add }),
      })
    : html`${dataTable({
        caption: 'Webhook endpoints, newest first',
        columns: [
          { name: 'Endpoint', kind: 'title', width: 'wide' },
          { name: 'State', kind: 'plain', width: 'wide' },
          { name: 'Delivered', kind: 'labelled', width: 'narrow' },
          { name: 'Waiting', kind: 'labelled', width: 'narrow' },
          { name: 'Last success', kind: 'labelled' },
        ],
        rows: endpoints.map((endpoint) => ({
          cells: [
            rowTitle({
              href: endpointPath(shop, endpoint.id),
              title: endpoint.url,
              detail: endpoint.description ?? eventTypesText(endpoint),
            }),
            html`${healthTag(endpoint)}<br><span class="small soft">${healthDetail(endpoint)}</span>`,
            percentText(endpoint),
            waitingText(endpoint),
            endpoint.lastSuccessAt === null ? html`<span class="faint">Never</span>` : moment(endpoint.lastSuccessAt),
          ],
        })),
      })}
<p class="small soft">Delivered and waiting are counted among the newest ${recentDeliveries} deliveries of each endpoint.</p>`
}`,
    mayDevelop && endpoints.length > 0 ? add : undefined,
  )
}
const none: Html = { markup: '' }
