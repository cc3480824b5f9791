import type { KeyObject } from 'node:crypto'
import { showId } from '../../ids.ts'
import { inboxLink, inboxPassDays } from '../../recipients/inbox-link.ts'
import type { PaidNudge } from '../channel.ts'
import type { WhatsAppPlatform, WhatsAppSubmission } from './platform.ts'
import { templateMessage } from './templates.ts'

export type WhatsAppChannel = { submit: (nudge: PaidNudge) => Promise<WhatsAppSubmission> }

export function createWhatsAppChannel(
  { submit }: Pick<WhatsAppPlatform, 'submit'>,
  { publicUrl, deriveKey }: { publicUrl: string; deriveKey: (purpose: string) => KeyObject },
): WhatsAppChannel {
  return {
    async submit(nudge) {
      const expiresAt = new Date(nudge.at.getTime() + inboxPassDays * 86_400_000)
      const template = templateMessage({ ...nudge, inboxLink: inboxLink(deriveKey, publicUrl, nudge, expiresAt) })
      if (template === null) return { outcome: 'refused', mayPass: false, detail: 'no template', cause: 'template' }
      return submit({ id: nudge.id, messageId: showId('msg', nudge.messageId), to: nudge.to, template })
    },
  }
}
