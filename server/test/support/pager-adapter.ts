/** The provider of the fictional pager channel. A test chooses its submission results; its callbacks carry a password. */
import { paidAdapters } from '../../src/channels/adapters.ts'
import type { ProviderReport } from '../../src/channels/callback.ts'
import type { PaidAdapter } from '../../src/channels/paid-adapter.ts'
import type { PaidNudge, Submission } from '../../src/channels/submission.ts'
import { pager } from './pager-rules.ts'

export const pagerPassword = 'the password of the pager company'
export const pagerPath = '/callbacks/pager'
const pagerSender = '+15550100'

const submitted: PaidNudge[] = []
const results = new Map<string, Submission>()
export const pagerCompany = {
  submittedTo: (to: string): PaidNudge[] => submitted.filter((nudge) => nudge.to === to),
  /** Without a result set here, a submission is accepted. */
  setResult: (to: string, result: Submission): unknown => results.set(to, result),
}

type Callback = {
  reports?: (Omit<ProviderReport, 'at'> & { at: string })[]
  inbound?: { id: string; from: string; text: string }[]
}
const adapter: PaidAdapter = {
  async submit(nudge) {
    submitted.push(nudge)
    return results.get(nudge.to) ?? { outcome: 'accepted', platformId: `page-${nudge.id}` }
  },
  senderFor: () => pagerSender,
  sources: [
    {
      name: 'pager',
      bodyLimitBytes: 10_000,
      pages: [{ name: 'pagerCallback', path: pagerPath, response: { contentType: 'text/plain', body: 'thanks' } }],
      parseCallback({ headers, body }) {
        if (headers['x-password'] !== pagerPassword) return 'unverified'
        const { reports = [], inbound = [] } = JSON.parse(body.toString()) as Callback
        return {
          reports: reports.map((report) => ({ ...report, at: new Date(report.at) })),
          inbound: inbound.map(({ id, from, text }) => ({
            providerId: id,
            from,
            to: pagerSender,
            text,
            inReplyTo: null,
          })),
        }
      },
    },
  ],
}
Object.assign(paidAdapters, { [pager]: () => adapter })
