import { type Html, html } from '../../html.ts'
import { formatId } from '../../ids.ts'
import { pageHead } from '../../pages/components.ts'
import { tabs } from '../../pages/lists.ts'

type ShopLinks = { path: string }
export const webhooksPath = ({ path }: ShopLinks): string => `${path}/webhooks`
export const eventsPath = ({ path }: ShopLinks): string => `${path}/webhooks/events`
export const signaturePath = ({ path }: ShopLinks): string => `${path}/webhooks/signature`
/** `id` is that of the row. */
export const endpointPath = ({ path }: ShopLinks, id: string): string =>
  `${path}/webhooks/endpoints/${formatId('whe', id)}`
export const eventPath = (shop: ShopLinks, id: string): string => `${eventsPath(shop)}/${formatId('evt', id)}`

type Tab = 'endpoints' | 'events' | 'signature'
const labels: Record<Tab, string> = { endpoints: 'Endpoints', events: 'Event log', signature: 'Check a signature' }

/** The pages about webhooks, each under the same heading. */
export const webhooksFrame = (shop: ShopLinks, current: Tab, content: Html, actions?: Html): Html => {
  const hrefs: Record<Tab, string> = {
    endpoints: webhooksPath(shop),
    events: eventsPath(shop),
    signature: signaturePath(shop),
  }
  return html`${pageHead({
    title: 'Webhooks',
    lead: 'Events report what became of your messages. Each is posted to the endpoints of your system, and stored here for 30 days.',
    ...(actions !== undefined && { actions }),
  })}
${tabs(
  'Webhooks',
  (Object.keys(labels) as Tab[]).map((tab) => ({ label: labels[tab], href: hrefs[tab], isCurrent: tab === current })),
)}
${content}`
}
