import type { KeyObject } from 'node:crypto'
import { showId } from '../../ids.ts'
import { type InboxTarget, inboxLink, passExpiry } from '../../inbox-tokens/tokens.ts'
import type { PaidNudge, Submission } from '../channel.ts'
import { acknowledgementText } from './acknowledgement.ts'
import type { WhatsAppPlatform } from './platform.ts'
import { templateMessage } from './templates.ts'

/** The answer to a reply, known by the reply's id. `at` is the service's time. */
export type Acknowledgement = InboxTarget & { id: string; businessName: string; to: string; at: Date }
export type WhatsAppChannel = {
  submit: (nudge: PaidNudge) => Promise<Submission>
  acknowledge: (acknowledgement: Acknowledgement) => Promise<Submission>
  /** What messages come from, wherever they go: the id of the number. */
  senderFor: () => string
}

export function createWhatsAppChannel(
  { phoneNumberId, submit, submitText }: Pick<WhatsAppPlatform, 'phoneNumberId' | 'submit' | 'submitText'>,
  { publicUrl, deriveKey }: { publicUrl: string; deriveKey: (purpose: string) => KeyObject },
): WhatsAppChannel {
  const linkFor = (target: InboxTarget & { at: Date }): string =>
    inboxLink(deriveKey, publicUrl, target, passExpiry(target.at))
  return {
    async submit(nudge) {
      const template = templateMessage({ ...nudge, inboxLink: linkFor(nudge) })
      if (template === null) return { outcome: 'refused', retryable: false, detail: 'no template', cause: 'template' }
      return submit({ id: nudge.id, messageId: showId('msg', nudge.messageId), to: nudge.to, template })
    },
    acknowledge: ({ businessName, to, ...target }) =>
      submitText({ to, text: acknowledgementText({ businessName, inboxLink: linkFor(target) }) }),
    senderFor: () => phoneNumberId,
  }
}
