import { formatId } from '../../ids.ts'
import { type InboxTarget, inboxLink, passExpiry } from '../../inbox-tokens/tokens.ts'
import type { AdapterContext, PaidAdapter } from '../paid-adapter.ts'
import { acknowledgementText } from './acknowledgement.ts'
import { createCloudApi } from './cloud-api.ts'
import type { WhatsAppSettings } from './settings.ts'
import { templateMessage } from './templates.ts'

export function createWhatsAppAdapter(
  settings: WhatsAppSettings,
  { publicUrl, keyring, http }: AdapterContext,
): Required<PaidAdapter> {
  const platform = createCloudApi({ ...settings, http })
  const linkFor = (target: InboxTarget & { at: Date }): string =>
    inboxLink(keyring, publicUrl, target, passExpiry(target.at))
  return {
    async submit(nudge) {
      const template = templateMessage({ ...nudge, inboxLink: linkFor(nudge) })
      if (template === null) return { outcome: 'refused', retryable: false, detail: 'no template', cause: 'template' }
      return platform.submit({ id: nudge.id, messageId: formatId('msg', nudge.messageId), to: nudge.to, template })
    },
    acknowledge: ({ businessName, to, ...target }) =>
      platform.submitText({ to, text: acknowledgementText({ businessName, inboxLink: linkFor(target) }) }),
    senderFor: () => platform.phoneNumberId,
    sources: [platform],
  }
}
