import { platformError, platformErrors } from './cloud-api.ts'
import type { ProviderResponse } from './phone-provider.ts'
import type { Template, Templates } from './templates.ts'
import { twilioErrors, writeAccount } from './twilio.ts'
import { vonageUnauthorised, writeSecrets } from './vonage.ts'

/** A request about an account, which sends no message. */
type AccountRequest = { method: string; path: string; query: URLSearchParams; authorization: string; body: string }
type Route = {
  method: 'GET' | 'POST'
  path: RegExp
  scheme: RegExp
  unauthorised: ProviderResponse
  respond: (account: string, request: AccountRequest, templates: Templates) => ProviderResponse
}

/** Any credentials are accepted except a password or token that begins with this. */
const refusedPrefix = 'refused-'
/** The first group is the account. */
const graph = { scheme: /^Bearer ./i, unauthorised: platformErrors.unauthorised }
const largestPage = 100

const routes: Route[] = [
  {
    method: 'GET',
    path: /^\/2010-04-01\/Accounts\/([^/]+)\.json$/,
    scheme: /^Basic ./i,
    unauthorised: { status: twilioErrors.unauthorised.status, body: twilioErrors.unauthorised },
    respond: (account) => ({ status: 200, body: writeAccount(account, new Date()) }),
  },
  {
    method: 'GET',
    path: /^\/accounts\/([^/]+)\/secrets$/,
    scheme: /^Basic ./i,
    unauthorised: vonageUnauthorised,
    respond: (account) => ({ status: 200, body: writeSecrets(account, new Date()) }),
  },
  {
    method: 'GET',
    path: /^\/v\d+\.\d+\/(\d+)$/,
    ...graph,
    respond: (id) => ({ status: 200, body: { id, verified_name: 'Simulated sender', quality_rating: 'GREEN' } }),
  },
  {
    method: 'GET',
    path: /^\/v\d+\.\d+\/(\d+)\/subscribed_apps$/,
    ...graph,
    // An account whose id ends in 000 has no subscribed app.
    respond: (id) => ({ status: 200, body: { data: id.endsWith('000') ? [] : [subscribedApp] } }),
  },
  {
    method: 'GET',
    path: /^\/v\d+\.\d+\/(\d+)\/message_templates$/,
    ...graph,
    respond: (_, { query }, templates) => ({ status: 200, body: listTemplates(templates.all(), query) }),
  },
  {
    method: 'POST',
    path: /^\/v\d+\.\d+\/(\d+)\/message_templates$/,
    ...graph,
    respond: (_, { body }, templates) => createTemplate(templates, body),
  },
]

/** Null when the request is not about an account. */
export function handleAccountRequest(request: AccountRequest, templates: Templates): ProviderResponse | null {
  const route = routes.find(({ method, path }) => method === request.method && path.test(request.path))
  if (route === undefined) return null
  const { authorization, path } = request
  if (!route.scheme.test(authorization) || isRefused(authorization)) return route.unauthorised
  return route.respond(route.path.exec(path)![1]!, request, templates)
}

/** Providers refuse such credentials for messages too. */
export function isRefused(authorization: string): boolean {
  const [, scheme, value = ''] = /^(\w+) +(.*)$/.exec(authorization) ?? []
  const secret =
    scheme?.toLowerCase() === 'basic'
      ? Buffer.from(value, 'base64')
          .toString()
          .replace(/^[^:]*:/, '')
      : value
  return secret.startsWith(refusedPrefix)
}

const subscribedApp = {
  whatsapp_business_api_data: { link: 'https://www.facebook.com/games/?app_id=1', name: 'Tidings', id: '1' },
}

/** Pages by a cursor, as every list of the Graph API. `next` is present only if there is another page. */
function listTemplates(templates: Template[], query: URLSearchParams): object {
  const name = query.get('name')
  const limit = Math.min(largestPage, Number(query.get('limit') ?? 25))
  const matching = templates.filter((template) => name === null || template.name.includes(name))
  const start = Number(query.get('after') === null ? 0 : Buffer.from(query.get('after')!, 'base64').toString())
  const data = matching.slice(start, start + limit)
  const cursorAt = (position: number): string => Buffer.from(String(position)).toString('base64')
  const cursors = { before: cursorAt(start), after: cursorAt(start + data.length) }
  const isLast = start + data.length >= matching.length
  return { data, paging: { cursors, ...(!isLast && { next: 'https://graph.facebook.com/next' }) } }
}

function createTemplate(templates: Templates, body: string): ProviderResponse {
  const created = templates.create(parse(body))
  if (created === 'invalid') return platformError(400, 100, 'Invalid parameter', 'A field of the template is missing')
  if (created === 'exists')
    return platformError(
      400,
      100,
      'Invalid parameter',
      'There is already content in this language for this template',
      2388024,
    )
  if (created === 'refused')
    return platformError(
      400,
      100,
      'Invalid parameter',
      'Content in this language was deleted less than 30 days ago',
      2388023,
    )
  return { status: 200, body: created }
}

function parse(body: string): object {
  try {
    return Object(JSON.parse(body)) as object
  } catch {
    return {}
  }
}
