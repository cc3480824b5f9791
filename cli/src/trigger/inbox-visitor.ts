import { CommandError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'

/** Opens the inbox of a test message as a customer: follows the link, and submits the form that a browser submits on reading. */
export async function openInbox(link: string, signal: AbortSignal): Promise<void> {
  const session = await enter(link, signal)
  const form = formOf(session.page, (attributes) => attributes.includes('id="open"'))
  await submit(session, form, signal)
}

/** Requests the erasure on the settings page of the inbox. */
export async function requestErasure(link: string, signal: AbortSignal): Promise<void> {
  const session = await enter(link, signal)
  const settings = new URL(session.url.pathname.replace(/\/[^/]+$/, '/settings'), session.url)
  const page = await read(settings, session.cookie, signal)
  const form = formOf(page, (attributes) => attributes.includes('/settings/erasure"'))
  await submit({ ...session, url: settings }, form, signal)
}

type Session = { url: URL; cookie: string; page: string }
type Form = { action: string; fields: [string, string][] }

/** The link sets a cookie and redirects to the messages. */
async function enter(link: string, signal: AbortSignal): Promise<Session> {
  const response = await fetch(link, { redirect: 'manual', signal })
  const cookie = response.headers
    .getSetCookie()
    .map((text) => text.split(';', 1)[0]!)
    .join('; ')
  const location = response.headers.get('location')
  if (location === null) throw unexpected(`the link responded with ${response.status}`)
  const url = new URL(location, link)
  return { url, cookie, page: await read(url, cookie, signal) }
}

async function read(url: URL, cookie: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { headers: { cookie }, signal })
  if (!response.ok) throw unexpected(`a page of it responded with ${response.status}`)
  return response.text()
}

function formOf(page: string, isWanted: (attributes: string) => boolean): Form {
  for (const [, attributes = '', content = ''] of page.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)) {
    const action = /action="([^"]*)"/.exec(attributes)?.[1]
    if (action === undefined || !isWanted(attributes)) continue
    const inputs = [...content.matchAll(/<input[^>]*name="([^"]*)"[^>]*value="([^"]*)"/g)]
    return { action, fields: inputs.map(([, name = '', value = '']) => [name, value]) }
  }
  throw unexpected('its page lacks the form')
}

async function submit({ url, cookie }: Session, { action, fields }: Form, signal: AbortSignal): Promise<void> {
  const response = await fetch(new URL(action, url), {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin: url.origin, 'Sec-Fetch-Site': 'same-origin' },
    body: new URLSearchParams(fields),
    signal,
  })
  if (response.status >= 400) throw unexpected(`its form responded with ${response.status}`)
}

const unexpected = (problem: string): CommandError =>
  new CommandError(`The inbox could not be used: ${problem}.`, exitCodes.refused)
