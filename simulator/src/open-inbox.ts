import { Agent } from 'node:http'
import { type Cookies, createCookies } from './cookies.ts'
import { type Form, findOpenForm } from './forms.ts'
import { type HttpResponse, sendRequest } from './http-client.ts'
import { isLoopback } from './is-loopback.ts'

/** The status of the last response, and whether the page had an open form that was submitted. */
type OpenResult = { status: number; submitted: boolean }
type Problem = { problem: string }

type Step = { method: 'GET' | 'POST'; url: URL; headers: Record<string, string>; body: string | null }
type Loaded = { url: URL; response: HttpResponse }

const maxRedirects = 20
const responseTimeoutMilliseconds = 5_000

/** Does what a browser does when a recipient opens the link and the page submits its open form. Starts without cookies. */
export async function openInbox(link: URL): Promise<OpenResult | Problem> {
  const cookies = createCookies()
  const agent = new Agent({ keepAlive: true, timeout: responseTimeoutMilliseconds })
  try {
    const page = await load(agent, cookies, linkStep(link))
    if ('problem' in page) return page
    const form = page.response.status < 400 ? findOpenForm(page.response.body, page.url) : null
    if (form === null) return { status: page.response.status, submitted: false }

    const result = await load(agent, cookies, formStep(form, page.url))
    return 'problem' in result ? result : { status: result.response.status, submitted: true }
  } finally {
    agent.destroy()
  }
}

const navigation = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

/** A link in an email client has no referring page, so `sec-fetch-site` is `none`. */
function linkStep(url: URL): Step {
  return { method: 'GET', url, headers: { ...navigation, 'sec-fetch-site': 'none' }, body: null }
}

function formStep({ action, fields }: Form, page: URL): Step {
  const headers = {
    ...navigation,
    'content-type': 'application/x-www-form-urlencoded',
    origin: page.origin,
    'sec-fetch-site': action.origin === page.origin ? 'same-origin' : 'cross-site',
  }
  return { method: 'POST', url: action, headers, body: fields.toString() }
}

/** Requests one step, follows its redirects and stores the cookies they set. */
async function load(agent: Agent, cookies: Cookies, first: Step): Promise<Loaded | Problem> {
  let step = first
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    if (!isLoopback(step.url)) return { problem: `${step.url.origin} is not a loopback address, so it is not opened` }
    const cookie = cookies.headerFor(step.url)
    const headers = cookie === '' ? step.headers : { ...step.headers, cookie }
    const response = await sendRequest({ ...step, headers, agent }).catch(() => null)
    if (response === null) return { problem: `${step.url.origin} did not respond` }

    cookies.store(step.url, response.headers['set-cookie'] ?? [])
    const next = redirectStep(step, response)
    if (next === null) return { url: step.url, response }
    step = next
  }
  return { problem: `More than ${maxRedirects} redirects` }
}

/** The request that a redirect leads to, or null when the response is not a redirect. */
function redirectStep(step: Step, { status, headers }: HttpResponse): Step | null {
  if (![301, 302, 303, 307, 308].includes(status) || headers.location === undefined) return null
  const url = URL.parse(headers.location, step.url.href)
  if (url === null) return null
  if (status >= 307) return { ...step, url }
  const { 'content-type': _type, origin: _origin, ...remaining } = step.headers
  return { method: 'GET', url, headers: remaining, body: null }
}
