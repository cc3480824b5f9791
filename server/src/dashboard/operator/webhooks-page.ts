import { type Html, html } from '../../html.ts'
import { actForm, emptyState, moment, submitButton, table, tag } from '../../pages/components.ts'
import { type BusinessFrame, businessFrame, tabPath } from './business-frame.ts'

export type EndpointEntry = {
  id: string
  url: string
  consecutiveFailures: number
  isDisabled: boolean
  lastSuccessAt: Date | null
  lastError: string | null
}

export const webhooksPage = (frame: BusinessFrame, endpoints: EndpointEntry[], csrf: string): Html =>
  businessFrame(
    frame,
    'webhooks',
    endpoints.length === 0
      ? emptyState({
          icon: 'webhook',
          title: 'The shop has no webhook endpoint',
          text: 'It learns what happened to its messages only by asking.',
        })
      : table({
          caption: 'Webhook endpoints, newest first',
          head: ['Endpoint', 'State', 'Last success', 'Last error', 'Act'],
          rows: endpoints.map((one) => endpointRow(frame.business.id, csrf, one)),
        }),
  )

const endpointRow = (id: string, csrf: string, one: EndpointEntry): Html =>
  html`<tr><td>${one.url}<br><span class="small soft">${one.id}</span></td><td>${endpointState(one)}</td><td>${one.lastSuccessAt === null ? 'Never' : moment(one.lastSuccessAt)}</td><td>${one.lastError ?? html`<span class="faint">None</span>`}</td><td>${
    one.isDisabled
      ? actForm({
          action: `${tabPath(id, 'webhooks')}/${one.id}/enable`,
          csrf,
          from: tabPath(id, 'webhooks'),
          content: submitButton({ label: 'Enable', size: 'small' }),
        })
      : html`<span class="faint">–</span>`
  }</td></tr>`

const endpointState = ({
  isDisabled,
  consecutiveFailures,
}: Pick<EndpointEntry, 'isDisabled' | 'consecutiveFailures'>): Html => {
  if (isDisabled) return tag('bad', 'Disabled')
  return consecutiveFailures === 0 ? tag('good', 'Works') : tag('warn', `${consecutiveFailures} failed in a row`)
}
