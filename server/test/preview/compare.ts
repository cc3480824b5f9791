import { expect } from 'vitest'

// oxlint-disable-next-line typescript/no-explicit-any -- any field of two responses is compared
export type Json = any
/** The preview of an accepted push, and its result. */
export type Pair = { preview: Json; result: Json }

const channels = ['email', 'sms', 'whatsapp'] as const
type Channel = (typeof channels)[number]

/** The channels of a preview that have an outcome. */
export const blocksOf = (preview: Json): { channel: Channel; block: Json }[] =>
  channels.flatMap((channel) => (preview[channel] === null ? [] : [{ channel, block: preview[channel] }]))

/** Expects that the push did what the preview said, as far as the response of the push states it. */
export function expectAsPreviewed({ preview, result }: Pair): void {
  for (const name of ['created', 'recipient_email', 'subject', 'kind', 'status', 'scheduled_for', 'nudged'])
    expect([name, result[name]]).toEqual([name, preview[name]])
  expect([result.reference, result.order_status]).toEqual([preview.reference, preview.order_status])
  if (preview.id !== null) expect(result.id).toBe(preview.id)
  expect(optInOf(result, result.updated_at)).toEqual(optInOf(preview, preview.previewed_at))
  for (const channel of channels)
    expect([channel, pushedBlock(channel, result)]).toEqual([channel, blockOf(channel, preview)])
  for (const { block } of blocksOf(preview))
    if (block.outcome === 'queued') expect(block.sends_at).toBe(preview.previewed_at)
  for (const channel of ['sms', 'whatsapp'] as const) expectEscalation({ preview, result }, channel)
}

/** Without `obtained_at`, the consent has the time of the decision. */
const optInOf = ({ whatsapp_opt_in: optIn }: Json, decidedAt: string) =>
  optIn && { ...optIn, opted_in_at: optIn.opted_in_at === decidedAt ? 'the time of the decision' : optIn.opted_in_at }

function blockOf(channel: Channel, preview: Json) {
  if (preview[channel] === null) return null
  const { outcome, skipped_reason: reason, credits } = preview[channel]
  const isSent = outcome !== 'skipped'
  // The result of a push has the price of a nudge that a later push of the batch replaces.
  return channel === 'email' || outcome === 'replaced' ? { isSent, reason } : { isSent, reason, credits }
}

function pushedBlock(channel: Channel, result: Json) {
  if (result[channel] === null) return null
  const { sending, queued, skipped_reason: reason, credits } = result[channel]
  if (channel === 'email') return { isSent: sending, reason }
  return { isSent: queued, reason, credits }
}

/** A deadline counts from `send_at`, or from the decision. */
function expectEscalation({ preview, result }: Pair, channel: 'sms' | 'whatsapp'): void {
  const [block, pushed] = [preview[channel], result[channel]]
  if (block === null || block.outcome === 'replaced') return
  expect(block.outcome === 'escalation').toBe(pushed.escalates_at !== null)
  if (block.outcome !== 'escalation' || block.sends_at === pushed.escalates_at) return
  const since = (from: string, to: string): number => Date.parse(to) - Date.parse(from)
  expect(since(result.updated_at, pushed.escalates_at)).toBe(since(preview.previewed_at, block.sends_at))
}

/** The contents of all previewed nudges with such an outcome, in the form of `sentContent`. */
export const previewedContents = (pairs: Pair[], outcomes: string[]): object[] =>
  pairs.flatMap(({ preview }) =>
    blocksOf(preview).flatMap(({ channel, block }) =>
      outcomes.includes(block.outcome) && block.content !== null ? [sentContent({ channel, ...block.content })] : [],
    ),
  )

/** An entry of the outbox without what differs from send to send: the tokens of links have only their length. */
export function sentContent({ channel, from, to, subject, text, html, headers, template, parameters }: Json): object {
  if (channel === 'sms') return { channel, text: withoutTokens(text) }
  if (channel === 'whatsapp')
    return { channel, template, parameters: [...parameters.slice(0, -1), parameters.at(-1).length] }
  const { date: _date, 'message-id': _messageId, 'x-tidings-message': _message, ...known } = headers
  return {
    channel,
    from,
    to,
    subject,
    text: withoutTokens(text),
    html: withoutTokens(html),
    headers: withoutTokens(JSON.stringify(known, Object.keys(known).toSorted())),
  }
}

const withoutTokens = (text: string): string =>
  text.replaceAll(
    /\/(i|inbox|unsubscribe)\/([\w-]{38,})/g,
    (_, page: string, token: string) => `/${page}/${token.length}`,
  )

/** The contents that are not among the others, each counted as often as it occurs. */
export function withoutOccurring(contents: object[], others: object[]): object[] {
  const left = others.map((one) => JSON.stringify(one))
  return contents.filter((content) => {
    const index = left.indexOf(JSON.stringify(content))
    if (index >= 0) left.splice(index, 1)
    return index < 0
  })
}
