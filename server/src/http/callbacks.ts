import type { EmailProvider } from '../channels/email/callbacks/callback.ts'
import type { Context } from '../context.ts'
import { lane } from '../db/lane.ts'
import { metrics } from '../metrics.ts'
import { type Reported, settleReports } from '../nudges/settle.ts'
import type { Page, Visit } from './pages.ts'
import { page, type Reply, refusal } from './reply.ts'

const largestCallbackBytes = 2 * 1024 * 1024
const largestSet = 200
const text = 'text/plain; charset=utf-8'

/**
 * Where a provider reports back. Whatever cannot be verified changes nothing; what was verified is answered when it is stored, so
 * a provider tries again as long as it is not. A confirmation is the provider asking whether this address is meant.
 */
export function emailCallbackPage(
  context: Context,
  provider: EmailProvider,
  confirm: (address: string) => Promise<void>,
): Page {
  const settle = lane(largestSet, async (callbacks: Reported[][]) => {
    await settleReports(context, callbacks.flat())
    return callbacks.map(() => undefined)
  })

  async function serve({ headers, body }: Visit): Promise<Reply> {
    const callback = { headers: singleValues(headers), body }
    const now = new Date()
    if (!(await provider.verify(callback, now))) {
      metrics.reports.inc({ provider: provider.name, kind: 'refused' })
      return refusal('callback.not_verified')
    }
    const confirmation = provider.confirmation?.(callback) ?? null
    if (confirmation !== null) await confirm(confirmation)

    const reports = provider.translate(callback, now)
    for (const { kind } of reports) metrics.reports.inc({ provider: provider.name, kind })
    if (reports.length > 0) await settle(reports.map(({ nudgeId, at, ...report }) => ({ nudgeId, at, report })))
    return page(text, 'thank you')
  }
  return {
    name: 'emailCallback',
    method: 'POST',
    path: `/callbacks/email/${provider.name}`,
    bodyLimitBytes: largestCallbackBytes,
    serve,
  }
}

const singleValues = (headers: Visit['headers']): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]))
