import type { KeyObject } from 'node:crypto'
import { showId } from '../../ids.ts'
import { passExpiry, textLink } from '../../inbox-tokens/tokens.ts'
import type { PaidNudge, Submission } from '../channel.ts'
import type { SmsProvider } from './provider.ts'
import { smsText } from './words.ts'

export type SmsChannel = {
  submit: (nudge: PaidNudge) => Promise<Submission>
  /** What texts to a destination come from, and answers to them go to. */
  senderFor: (destination: string) => string
}

/** `routeTo` is which provider carries texts to a destination. */
export function createSmsChannel(
  routeTo: (destination: string) => SmsProvider,
  { publicUrl, deriveKey }: { publicUrl: string; deriveKey: (purpose: string) => KeyObject },
): SmsChannel {
  return {
    submit(nudge) {
      const text = smsText({ ...nudge, inboxLink: textLink(deriveKey, publicUrl, nudge, passExpiry(nudge.at)) })
      const { id, to, messageId } = nudge
      return routeTo(nudge.destination).submit({ id, to, text, messageId: showId('msg', messageId) })
    },
    senderFor: (destination) => routeTo(destination).from,
  }
}
