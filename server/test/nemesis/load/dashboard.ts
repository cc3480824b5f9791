import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AuditAction } from '../../../src/audit/actions.ts'
import type { MemberRole } from '../../../src/member-role.ts'
import type { Shop } from '../../support/client.ts'
import { createMember } from '../../support/dashboard.ts'
import { newCanary } from '../people.ts'
import { pick } from '../random.ts'
import type { LoadClient } from './load-client.ts'
import { push } from './pushes.ts'

const responseTimeoutMilliseconds = 10_000
const maxSubmissions = 8
/** How many of the latest messages a member works with. */
const recentCount = 60

/** A member retracts a message. */
export async function retractInDashboard(client: LoadClient): Promise<void> {
  const pushed = pick(client.pushed.slice(-recentCount), client.next)
  if (pushed === undefined) return
  const path = `/messages/${pushed.id}`
  await act(client, pushed.shop, 'support', {
    action: 'retractMessage',
    page: `${path}/retract`,
    end: '/retract',
    target: pushed.id,
  })
}

/** A member sends the text or the WhatsApp message of a message again. */
export async function resendInDashboard(client: LoadClient): Promise<void> {
  const pushed = pick(
    client.pushed.filter(({ phone }) => phone !== null),
    client.next,
  )
  if (pushed === undefined) return
  const [action, end] =
    client.next() < 0.5 ? (['resendSms', '/sms'] as const) : (['resendWhatsApp', '/whatsapp'] as const)
  await act(client, pushed.shop, 'support', { action, page: `/messages/${pushed.id}`, end, target: pushed.id })
}

/** A member changes a recipient that no other client uses, and erases them in the end. */
export async function changeRecipientInDashboard(client: LoadClient): Promise<void> {
  const { word, ...person } = newCanary()
  const pushed = await push(client, person, { subject: `Order ${word}`, body: `For ${word} only.`, reference: word })
  if (pushed === null) return
  client.pushed.splice(client.pushed.indexOf(pushed), 1)
  const page = `/recipients/${encodeURIComponent(person.email)}`
  const one = (action: AuditAction, end: string, fields: Record<string, string> = {}, from = `${page}${end}`) =>
    act(client, pushed.shop, 'owner', { action, page: from, end, fields, target: null })
  await one('setPhoneFromDashboard', '/number', { phone: person.phone }, page)
  await one('stopRecipient', client.next() < 0.5 ? '/stop-sms' : '/stop-whatsapp')
  await one('clearRecipientPhone', '/clear-number')
  await one('unsubscribeRecipient', '/unsubscribe')
  const isErased = await one('eraseRecipient', '/erase', { address: person.email })
  if (isErased) client.history.record({ kind: 'erasure', at: Date.now(), canaries: [word, person.phone.slice(1)] })
}

/** `end` is how the action of the form ends. `target` is the message, or null for a recipient. */
type Wanted = { action: AuditAction; page: string; end: string; fields?: Record<string, string>; target: string | null }

/** Submits the form of a page, and again when no response comes. True if it was acknowledged. */
async function act(client: LoadClient, shop: Shop, role: MemberRole, wanted: Wanted): Promise<boolean> {
  const { deployment, next, history } = client
  const web = pick(
    deployment.processes.filter(({ role: one }) => one === 'web'),
    next,
  )
  const member = await createMember(deployment, shop, role).catch(() => null)
  if (web === undefined || member === null) return false
  const page = await request(`${web.url}${member.path}${wanted.page}`, { headers: { Cookie: member.cookie } })
  const form = page === null ? null : readForm(page.text, wanted.end)
  if (form === null) return false
  const submit = async (): Promise<'done' | 'refused' | 'unknown'> => {
    // An act without a key is carried out by each submission.
    const once = form.fields['once'] ?? randomUUID()
    const entry = { kind: 'act', action: wanted.action, once, target: wanted.target ?? shop.id } as const
    // Recorded before the form is sent, because its effect may be stored even if no response comes.
    history.record({ ...entry, at: Date.now(), isAcknowledged: false })
    const response = await request(`${web.url}${form.action}`, {
      method: 'POST',
      headers: { Cookie: member.cookie, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...form.fields, ...wanted.fields }).toString(),
    })
    if (response === null || response.status >= 500 || response.status === 429) return 'unknown'
    if (!isDone(response)) return 'refused'
    history.record({ ...entry, at: Date.now(), isAcknowledged: true })
    return 'done'
  }
  for (let attempt = 0; attempt < maxSubmissions; attempt++) {
    const outcome = await submit()
    if (outcome === 'refused') return false
    if (outcome === 'done') {
      // A second submission of the same form, such as a double click, has no further effect.
      if (form.fields['once'] !== undefined && next() < 0.8) await submit()
      return true
    }
    await sleep(500)
  }
  return false
}

/** A change leads to a page that shows it, with `done` or `result`; an erasure responds with its receipt. */
const isDone = ({ status, location, text }: PageResponse): boolean =>
  (status === 303 && /[?&](?:done|result)=/.test(location ?? '') && !/[?&]result=[a-z]+\./.test(location ?? '')) ||
  (status === 200 && text.includes('Receipt of an erasure'))

type PageResponse = { status: number; text: string; location: string | null }

async function request(url: string, options: RequestInit): Promise<PageResponse | null> {
  const response = await fetch(url, {
    ...options,
    redirect: 'manual',
    signal: AbortSignal.timeout(responseTimeoutMilliseconds),
  }).catch(() => null)
  const text = await response?.text().catch(() => null)
  return response === null || text == null
    ? null
    : { status: response.status, text, location: response.headers.get('location') }
}

/** The action and the hidden fields of the form whose action ends so; null if the page has none. */
function readForm(page: string, end: string): { action: string; fields: Record<string, string> } | null {
  const form = page.split('<form').find((part) => part.split('>')[0]!.includes(`${end}"`))
  const action = form === undefined ? undefined : /action="([^"]+)"/.exec(form)?.[1]
  if (form === undefined || action === undefined) return null
  const fields = [...form.split('</form>')[0]!.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)]
  return { action, fields: Object.fromEntries(fields.map(([, name, value]) => [name!, value!])) }
}
