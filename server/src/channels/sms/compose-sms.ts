import { passExpiry, textLink } from '../../inbox-tokens/tokens.ts'
import type { AdapterContext } from '../paid-adapter.ts'
import type { NudgeContent, PaidNudge } from '../submission.ts'
import { smsText } from './sms-text.ts'

/** The text of a nudge and the inbox link in it. */
export function composeSms(
  nudge: PaidNudge,
  { publicUrl, keyring }: Omit<AdapterContext, 'http'>,
): { text: string; link: string } {
  const { shard, id: nudgeId, linkEpoch: epoch, at } = nudge
  return writeSms(nudge, textLink(keyring, publicUrl, { shard, nudgeId, epoch, expiresAt: passExpiry(at) }))
}

export const writeSms = (content: NudgeContent, link: string): { text: string; link: string } => ({
  text: smsText({ ...content, language: content.brand.language, inboxLink: link }),
  link,
})
