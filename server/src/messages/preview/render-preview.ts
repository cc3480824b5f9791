import type { Branded } from '../../brand/brand.ts'
import { previewMail } from '../../channels/email/preview-mail.ts'
import { previewContents } from '../../channels/preview-contents.ts'
import { mapPaid, type PaidChannel } from '../../channels/registry.ts'
import type { Context } from '../../context.ts'
import { formatId } from '../../ids.ts'
import type { EmailSkipReason, PaidSkipReason } from '../../reasons.ts'
import { explain } from './explanation.ts'
import type { PreviewedNudge, PreviewedPush } from './preview.decide.ts'
import type { EmailPreview, PaidPreview, PreviewResult } from './schema.ts'

type Settings = Pick<Context, 'publicUrl' | 'emailFrom'>
/** The name and the brand of the business are part of every content. */
type Rendering = Settings & Branded & { businessName: string; now: Date }

/** Renders the contents with the functions that write what is sent. `withContents` is false: the contents are null. */
export function renderPreview(previewed: PreviewedPush, rendering: Rendering, withContents: boolean): PreviewResult {
  const { accepted, recipientEmail, isStored, credits } = previewed
  const { message, created, scheduledFor, nudged, optIn, obsoleted } = accepted
  return {
    previewed_at: rendering.now.toISOString(),
    created,
    id: isStored ? formatId('msg', message.id) : null,
    recipient_email: recipientEmail,
    subject: message.subject,
    kind: message.kind,
    status: message.status,
    scheduled_for: scheduledFor,
    nudged,
    credits,
    email: renderEmail(previewed, rendering, withContents),
    ...mapPaid((channel) => renderPaid(channel, previewed, rendering, withContents)),
    whatsapp_opt_in: optIn,
    obsoletes: obsoleted.map((id) => formatId('msg', id)),
    reference: message.reference,
    order_status: message.orderStatus,
  }
}

function renderEmail(previewed: PreviewedPush, rendering: Rendering, withContents: boolean): EmailPreview | null {
  const nudge = previewed.nudges.email
  if (nudge === null) return null
  return {
    ...commonOf(nudge),
    skipped_reason: nudge.reason as EmailSkipReason | null,
    content: withContents && isSent(nudge) ? emailContent(previewed, rendering) : null,
  }
}

function emailContent(
  { push, isStored, message }: PreviewedPush,
  { businessName, brand, now, ...settings }: Rendering,
) {
  const nudge = { ...message, id: push.ids.email, messageId: message.id, businessName, brand, to: push.email, at: now }
  const { unsubscribeUrl, ...mail } = previewMail(nudge, isStored, settings)
  return { ...mail, to: push.email, unsubscribe_url: unsubscribeUrl }
}

function renderPaid(
  channel: PaidChannel,
  { nudges, message }: PreviewedPush,
  { publicUrl, businessName, brand }: Rendering,
  withContents: boolean,
): PaidPreview | null {
  const nudge = nudges[channel]
  if (nudge === null) return null
  return {
    ...commonOf(nudge),
    skipped_reason: nudge.reason as PaidSkipReason | null,
    credits: nudge.credits,
    is_fallback: nudge.isFallback,
    falls_back_to: nudge.fallsBackTo,
    content:
      withContents && isSent(nudge)
        ? previewContents[channel].compose({ ...message, businessName, brand }, publicUrl)
        : null,
  }
}

const commonOf = (nudge: PreviewedNudge) => ({
  outcome: nudge.outcome,
  explanation: explain(nudge),
  sends_at: nudge.sendsAt,
  cancels_scheduled: nudge.cancelsWaiting,
})

const isSent = ({ outcome }: PreviewedNudge): boolean => outcome !== 'skipped' && outcome !== 'replaced'
