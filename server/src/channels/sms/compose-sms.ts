import { passExpiry, textLink } from '../../inbox-tokens/tokens.ts'
import type { AdapterContext } from '../paid-adapter.ts'
import type { PaidNudge } from '../submission.ts'
import { smsText } from './sms-text.ts'

/** The text of a nudge and the inbox link in it. */
export function composeSms(
  nudge: PaidNudge,
  { publicUrl, keyring }: Omit<AdapterContext, 'http'>,
): { text: string; link: string } {
  const { shard, id: nudgeId, linkEpoch: epoch, at } = nudge
  const link = textLink(keyring, publicUrl, { shard, nudgeId, epoch, expiresAt: passExpiry(at) })
  return { text: smsText({ ...nudge, inboxLink: link }), link }
}
