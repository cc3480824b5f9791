import type { EmailProvider } from '../channels/email/callbacks/callback.ts'
import { readInbound } from '../channels/sms/inbound.decide.ts'
import type { SmsProvider } from '../channels/sms/provider.ts'
import type { SmsChannel } from '../channels/sms/sms.ts'
import type { WhatsAppPlatform } from '../channels/whatsapp/platform.ts'
import type { Context } from '../context.ts'
import { metrics } from '../metrics.ts'
import type { Report } from '../nudges/outcome.decide.ts'
import { createReportRecorder } from '../nudges/reports.ts'
import { receiveReply, receiveText } from '../replies/receive.ts'
import { inSets } from './in-sets.ts'
import type { Page, Visit } from './pages.ts'
import { page, type Reply, refusal } from './reply.ts'

/** A callback may bring thousands of reports. A set of them is one transaction, and sets follow each other, as reports on one nudge do. */
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
  const record = createReportRecorder(context, provider.name)

  async function serve({ headers, body }: Visit): Promise<Reply> {
    const callback = { headers: singleValues(headers), body }
    const now = new Date()
    if (!(await provider.verify(callback, now))) {
      metrics.reports.inc({ provider: provider.name, kind: 'unverified' })
      return refusal('callback.not_verified')
    }
    const confirmation = provider.confirmation?.(callback) ?? null
    if (confirmation !== null) await confirm(confirmation)

    const reports = provider.translate(callback, now)
    for (const { kind } of reports) metrics.reports.inc({ provider: provider.name, kind })
    for (const set of inSets(reports, largestSet))
      await record(set.map(({ nudgeId, at, ...report }) => ({ nudgeId, at, report })))
    return page(text, 'thank you')
  }
  return {
    name: 'emailCallback',
    method: 'POST',
    path: `/callbacks/email/${provider.name}`,
    bodyLimitBytes: provider.bodyLimitBytes,
    serve,
  }
}

/** Where an SMS provider reports, and hands over what people text back. Its signature is over the address that was called. */
export function smsCallbackPages(context: Context, provider: SmsProvider, { senderFor }: SmsChannel): Page[] {
  const path = `/callbacks/sms/${provider.name}`
  const [record, inboundContext] = [createReportRecorder(context, provider.name), contextOf(context, provider.name)]
  const read = ({ headers, body, query }: Visit, called: string, nudgeId: string | null) => ({
    url: `${context.publicUrl}${called}${query === '' ? '' : `?${query}`}`,
    headers: singleValues(headers),
    body,
    nudgeId,
  })
  return [
    {
      name: 'smsStatus',
      method: 'POST',
      path: `${path}/status/{nudge_id}`,
      bodyLimitBytes: provider.bodyLimitBytes,
      async serve(visit) {
        const nudgeId = visit.params['nudge_id']!
        const report = await provider.readStatus(read(visit, `${path}/status/${nudgeId}`, nudgeId))
        metrics.reports.inc({ provider: provider.name, kind: report === null ? 'unverified' : kindOf(report) })
        if (report === null) return refusal('callback.not_verified')
        if (report !== 'nothing')
          await record([{ nudgeId: report.nudgeId, at: new Date(), report: paidReport(report.kind, false) }])
        return page(text, '')
      },
    },
    {
      name: 'smsInbound',
      method: 'POST',
      path: `${path}/inbound`,
      bodyLimitBytes: provider.bodyLimitBytes,
      async serve(visit) {
        const inbound = await provider.readInbound(read(visit, `${path}/inbound`, null))
        metrics.reports.inc({ provider: provider.name, kind: inbound === null ? 'unverified' : 'inbound' })
        if (inbound === null) return refusal('callback.not_verified')
        await receiveText(inboundContext, senderFor, {
          ...inbound,
          provider: provider.name,
          meaning: readInbound(inbound.text),
        })
        return page('text/xml; charset=utf-8', '<Response/>')
      },
    },
  ]
}

/** What people write back through one provider holds no more than its share of the connections. */
const contextOf = (context: Context, provider: string): Context => ({
  ...context,
  db: context.db.as(`inbound ${provider}`),
})

const kindOf = (report: { kind: string } | 'nothing'): string => (report === 'nothing' ? 'nothing' : report.kind)

const paidReport = (kind: 'delivered' | 'read' | 'failed', notOnWhatsApp: boolean): Report =>
  kind === 'failed' ? { kind, notOnWhatsApp } : { kind }

/** Where the WhatsApp platform asks whether callbacks may come here, and then sends them. */
export function whatsappCallbackPages(context: Context, platform: WhatsAppPlatform): Page[] {
  const path = '/callbacks/whatsapp'
  const [record, inboundContext] = [createReportRecorder(context, 'whatsapp'), contextOf(context, 'whatsapp')]
  return [
    {
      name: 'whatsappHandshake',
      method: 'GET',
      path,
      serve({ query }) {
        const challenge = platform.handshake(new URLSearchParams(query))
        return challenge === null ? refusal('callback.not_verified') : page(text, challenge)
      },
    },
    {
      name: 'whatsappCallback',
      method: 'POST',
      path,
      bodyLimitBytes: platform.bodyLimitBytes,
      async serve({ headers, body }) {
        if (!platform.verify({ headers: singleValues(headers), body })) {
          metrics.reports.inc({ provider: 'whatsapp', kind: 'unverified' })
          return refusal('callback.not_verified')
        }
        const { reports, replies } = platform.translate({ body }, new Date())
        for (const { kind } of reports) metrics.reports.inc({ provider: 'whatsapp', kind })
        const told = reports.flatMap(({ nudgeId, at, ...fate }) =>
          fate.kind === 'sent'
            ? []
            : [{ nudgeId, at, report: paidReport(fate.kind, 'cause' in fate && fate.cause === 'not_on_whatsapp') }],
        )
        for (const set of inSets(told, largestSet)) await record(set)
        // One after another: however many there are, they hold one connection.
        for (const { platformId: providerId, ...reply } of replies)
          await receiveReply(inboundContext, () => platform.phoneNumberId, {
            ...reply,
            provider: 'whatsapp',
            providerId,
            meaning: readInbound(reply.text),
          })
        return page(text, 'thank you')
      },
    },
  ]
}

const singleValues = (headers: Visit['headers']): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]))
