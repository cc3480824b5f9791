import { reasonWords } from '../../reason-words.ts'
import { emailFailureReasons, emailSkipReasons, notSentReasons, type Reason, skipReasons } from '../../reasons.ts'
import { wordBlocks } from './code-words.ts'
import { firstSentence } from './first-sentence.ts'
import type { Block, Entry, Page } from './page.ts'

const parent = '/docs/reasons'

/** Where a reason can appear. The lists are those that the service uses. */
const lists: { title: string; text: string; reasons: readonly Reason[] }[] = [
  {
    title: 'No text is sent',
    text: '`sms.skipped_reason` in the response of a push, in the order in which the rules are checked.',
    reasons: skipReasons.sms,
  },
  {
    title: 'No WhatsApp message is sent',
    text: '`whatsapp.skipped_reason` in the response of a push, in the order in which the rules are checked.',
    reasons: skipReasons.whatsapp,
  },
  {
    title: 'No email is sent',
    text: '`email.skipped_reason` in the response of a push, in the order in which the rules are checked.',
    reasons: emailSkipReasons,
  },
  {
    title: 'An email was not sent after all',
    text: 'The `reason` of [`message.not_sent`](/docs/events/message.not_sent) and of `delivery.not_sent` of a message.',
    reasons: notSentReasons,
  },
  {
    title: 'An email failed',
    text: 'The `reason` of [`message.failed`](/docs/events/message.failed) and of `delivery.failed` of a message.',
    reasons: emailFailureReasons,
  },
]

/** An index and a page for each reason why a nudge was skipped, not sent, or failed. */
export const reasonPages = (): Page[] => [
  {
    path: parent,
    title: 'Skip reasons',
    summary:
      'Why a nudge was not sent. A push can succeed although a text was not sent: read the reason, and look up who can fix it.',
    group: 'Understand',
    section: null,
    blocks: lists.flatMap(({ title, text, reasons }): Block[] => [
      { kind: 'heading', text: title },
      { kind: 'text', markdown: text },
      { kind: 'entries', entries: reasons.map(reasonEntry) },
    ]),
    panel: [],
    keywords: ['skipped_reason', 'reason', 'not_sent', 'failed'],
  },
  ...(Object.keys(reasonWords) as Reason[]).map(reasonPage),
]

const reasonEntry = (reason: Reason): Entry => ({
  href: `${parent}/${reason}`,
  title: reason,
  isCode: true,
  text: firstSentence(reasonWords[reason].meaning),
})

const reasonPage = (reason: Reason): Page => ({
  path: `${parent}/${reason}`,
  title: reason,
  isCode: true,
  summary: reasonWords[reason].meaning,
  group: 'Understand',
  section: 'Skip reasons',
  below: parent,
  blocks: [
    ...wordBlocks(reasonWords[reason]),
    { kind: 'heading', text: 'Where you see it' },
    {
      kind: 'text',
      markdown: whereSeen(reason)
        .map((text) => `- ${text}`)
        .join('\n'),
    },
  ],
  panel: panelOf(reason),
  keywords: ['skipped_reason', 'reason'],
})

const whereSeen = (reason: Reason): string[] =>
  lists
    .filter(({ reasons }) => reasons.includes(reason))
    .map(({ text }) => text.replace(', in the order in which the rules are checked', ''))

/** The part of a response in which the reason appears. */
function panelOf(reason: Reason): Block[] {
  const channel = (['sms', 'whatsapp'] as const).find((one) => (skipReasons[one] as readonly Reason[]).includes(reason))
  const parts: [boolean, string, unknown][] = [
    [channel !== undefined, 'Response of a push', { [channel ?? 'sms']: { queued: false, skipped_reason: reason } }],
    [
      (emailSkipReasons as readonly Reason[]).includes(reason),
      'Response of a push',
      { email: { sending: false, skipped_reason: reason } },
    ],
    [
      (notSentReasons as readonly Reason[]).includes(reason),
      'A message later',
      { delivery: { not_sent: { reason, at: '2026-11-14T22:41:00.000Z' } } },
    ],
    [
      (emailFailureReasons as readonly Reason[]).includes(reason),
      'A message later',
      { delivery: { failed: { reason, at: '2026-11-14T22:41:00.000Z' } } },
    ],
  ]
  return parts
    .filter(([isSeen]) => isSeen)
    .map(([, title, value]) => ({ kind: 'code', title, language: 'json', text: JSON.stringify(value, null, 2) }))
}
