import { plainBrand } from '../../brand/brand.ts'
import { previewMail } from '../../channels/email/preview-mail.ts'
import { previewContents } from '../../channels/preview-contents.ts'
import { emailIdentity } from '../../email.ts'
import { reasonWords } from '../../reason-words.ts'
import type { Example } from './example.ts'
import { shipped, withoutNumber } from './messages.ts'
import { customer, phone, serviceUrl, shippedAt } from './shop.ts'

const nudge = {
  id: '',
  messageId: '019a8e5c-7b1a-7c3d-9e4f-5a6b7c8d9e0f',
  to: emailIdentity(customer),
  at: new Date(shippedAt),
  businessName: 'Rivermill Books',
  brand: plainBrand,
  subject: shipped.subject,
  body: shipped.body,
  reference: shipped.reference,
  orderStatus: shipped.order_status,
}
const { unsubscribeUrl, ...mail } = previewMail(nudge, false, {
  publicUrl: serviceUrl,
  emailFrom: 'updates@tidings.example',
})
const sent = { outcome: 'queued', explanation: 'It is sent at once.', sends_at: shippedAt, cancels_scheduled: false }
const email = {
  ...sent,
  skipped_reason: null,
  content: { ...mail, html: '<!doctype html>…', to: customer, unsubscribe_url: unsubscribeUrl },
}
const notRequested = {
  outcome: 'skipped',
  explanation: reasonWords.disabled_by_request.meaning,
  sends_at: null,
  cancels_scheduled: false,
  skipped_reason: 'disabled_by_request',
  credits: 0,
  is_fallback: false,
  falls_back_to: null,
  content: null,
}
const previewed = {
  previewed_at: shippedAt,
  created: true,
  id: null,
  recipient_email: customer,
  subject: shipped.subject,
  kind: 'one_off',
  status: 'active',
  scheduled_for: null,
  nudged: true,
  credits: 0,
  email,
  sms: notRequested,
  whatsapp: notRequested,
  whatsapp_opt_in: null,
  obsoletes: [],
  reference: shipped.reference,
  order_status: shipped.order_status,
}

export const previewExamples: Record<string, Example> = {
  previewMessage: {
    body: { ...shipped, recipient_phone: phone, channels: ['email', 'sms'] },
    response: {
      ...previewed,
      credits: 1,
      sms: {
        ...notRequested,
        ...sent,
        skipped_reason: null,
        credits: 1,
        content: previewContents.sms.compose(nudge, serviceUrl),
      },
    },
    prints: ['credits', 'email.outcome', 'sms.content.text'],
  },
  previewBatch: {
    body: { messages: [{ ...shipped, notify: false }, withoutNumber] },
    response: {
      results: [
        {
          index: 0,
          ok: true,
          result: { ...previewed, nudged: false, email: null, sms: null, whatsapp: null },
          error_code: null,
          detail: null,
        },
        {
          index: 1,
          ok: false,
          result: null,
          error_code: 'common.validation_failed',
          detail: 'whatsapp_opt_in: Value error, there is no phone number this consent could be about',
        },
      ],
      contents_complete: true,
    },
    prints: ['results[].index', 'results[].ok', 'results[].error_code'],
  },
}
