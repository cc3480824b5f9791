import { type Html, html } from '../../html.ts'
import { moment, tag } from '../../pages/components.ts'
import { deliveredPercent, type EndpointHealth, endpointHealth } from './endpoint-health.decide.ts'
import { type EndpointRow, recentDeliveries } from './sql.ts'

const healthTags: Record<EndpointHealth['kind'], Html> = {
  disabled: tag('bad', 'Disabled', 'stop'),
  failing: tag('warn', 'Failing', 'warning'),
  unused: tag('neutral', 'Nothing posted yet'),
  works: tag('good', 'Works', 'check'),
}
export const healthTag = (endpoint: EndpointRow): Html => healthTags[endpointHealth(endpoint).kind]

/** One sentence below the state: since when, and how far it is from being disabled. */
export const healthDetail = (endpoint: EndpointRow): Html | string => {
  const health = endpointHealth(endpoint)
  const { consecutiveFailures: failures, lastError } = endpoint
  const error = lastError === null ? '' : ` Last error: ${lastError}.`
  if (health.kind === 'disabled') return html`Since ${moment(health.since)}.${error}`
  if (health.kind === 'failing')
    return html`Since ${moment(health.since)}.${error}${failures === 0 ? '' : ` ${failures} of 20 events in a row failed for good.`}`
  return ''
}

export const percentText = (endpoint: EndpointRow): string => {
  const percent = deliveredPercent(endpoint)
  return percent === null ? '–' : `${percent} %`
}

/** The waiting ones are counted among the newest deliveries only. */
export const waitingText = ({ waiting, delivered, failed }: EndpointRow): string =>
  waiting > 0 && waiting + delivered + failed === recentDeliveries ? `${waiting} or more` : String(waiting)

export const eventTypesText = ({ eventTypes }: Pick<EndpointRow, 'eventTypes'>): string =>
  eventTypes.length === 0 ? 'Every type' : eventTypes.join(', ')

/** The name of an endpoint in headings: an address can be long. */
export const hostOf = ({ url }: Pick<EndpointRow, 'url'>): string => new URL(url).host

/** The address for people who may not change it: the path and the query of an address can be a secret of the shop. */
export const withHostOnly = (endpoint: EndpointRow): EndpointRow => {
  const { origin, pathname, search } = new URL(endpoint.url)
  return { ...endpoint, url: pathname === '/' && search === '' ? origin : `${origin}/…` }
}
