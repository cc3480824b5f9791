import { formatId } from '../../ids.ts'
import type { AdapterContext, PaidAdapter } from '../paid-adapter.ts'
import { createCloudApi } from './cloud-api.ts'
import { composeAcknowledgement, composeTemplate, noTemplate } from './compose-whatsapp.ts'
import type { WhatsAppSettings } from './settings.ts'

export function createWhatsAppAdapter(
  settings: WhatsAppSettings,
  { http, ...context }: AdapterContext,
): Required<PaidAdapter> {
  const platform = createCloudApi({ ...settings, http })
  return {
    async submit(nudge) {
      const composed = composeTemplate(nudge, context)
      if (composed === null) return noTemplate
      const { template } = composed
      return platform.submit({ id: nudge.id, messageId: formatId('msg', nudge.messageId), to: nudge.to, template })
    },
    acknowledge: (acknowledgement) =>
      platform.submitText({ to: acknowledgement.to, text: composeAcknowledgement(acknowledgement, context).text }),
    senderFor: () => platform.phoneNumberId,
    sources: [platform],
  }
}
