import type { Brand } from '../../brand/brand.ts'
import type { Language } from '../../brand/languages.decide.ts'
import { previewMail } from '../../channels/email/preview-mail.ts'
import { writeSms } from '../../channels/sms/compose-sms.ts'
import { emailIdentity } from '../../email.ts'
import { html } from '../../html.ts'
import { localeTexts } from '../../inbox/locales/locales.ts'
import { inboxPage } from '../../inbox/page.ts'
import { styleOf } from '../../inbox/style.ts'
import { exampleLinks } from '../../inbox-tokens/tokens.ts'
import { emailPolicy, framePolicy, withoutActions } from '../preview-frame.ts'

/** An update as a shop writes it. It belongs to no customer. */
const example = {
  id: '00000000-0000-7000-8000-000000000000',
  messageId: '00000000-0000-7000-8000-000000000000',
  subject: 'Your order #1042 is on its way',
  body: 'Hello Ada,\n\nyour parcel left our warehouse today and arrives on Thursday.',
  reference: '#1042',
  orderStatus: 'shipped',
}

type Shown = { shop: string; brand: Brand; now: Date }
type Settings = { publicUrl: string; emailFrom: string }
type Framed = { markup: string; policy: string }

/** Written by the functions that write what is sent. */
const mailOf = ({ shop: businessName, brand, now }: Shown, settings: Settings) =>
  previewMail({ ...example, businessName, brand, to: emailIdentity('ada@example.com'), at: now }, false, settings)

export const emailPreview = (shown: Shown, settings: Settings): Framed => ({
  markup: withoutActions(mailOf(shown, settings).html),
  policy: emailPolicy,
})
/** What a mail program shows above an email. */
export const emailHeads = (shown: Shown, settings: Settings): { from: string; replyTo: string | null } => {
  const { from, headers } = mailOf(shown, settings)
  return { from, replyTo: headers['reply-to'] ?? null }
}

export function textPreview({ shop: businessName, brand }: Shown, { publicUrl }: Settings): Framed {
  const { text } = writeSms({ ...example, businessName, brand }, exampleLinks(publicUrl).text)
  return bubble(brand.language, 'Text', text)
}
/** In the frame that would show the picture. */
export const unusableLogo = (problem: string): Framed => bubble('en', 'Logo', problem)

function bubble(language: Language, title: string, text: string): Framed {
  const { markup } = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${title}</title>
<style>${{ markup: textStyle }}</style>
</head>
<body><p dir="auto">${text}</p></body>
</html>
`
  return { markup, policy: framePolicy(textStyle) }
}
const textStyle = `
:root { color-scheme: light dark }
html { color: CanvasText; background: Canvas }
body { margin: 0; padding: 1rem; font: .9375rem/1.45 system-ui, sans-serif }
p { margin: 0; max-width: 22rem; padding: .5625rem .8125rem; white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid #8a8f98; border-radius: 1rem 1rem 1rem .25rem }
`

export function inboxPreview({ shop, brand, now }: Shown, logo: Buffer | null): Framed {
  const { subject, body, reference, orderStatus } = example
  const message = {
    id: example.id,
    status: 'active' as const,
    subject,
    body,
    reference,
    order_status: orderStatus,
    awaits_open: true,
    created_at: now,
    updated_at: now,
  }
  const view = {
    shop,
    brand,
    logo,
    unsubscribed: false,
    messages: [message],
    announcedId: message.id,
    statuses: new Map([[reference, ['confirmed', orderStatus]]]),
    isFirst: true,
    next: null,
    seenToken: null,
  }
  const page = inboxPage(localeTexts[brand.language], view, '')
  return { markup: withoutActions(page.markup), policy: framePolicy(styleOf(brand.colour)) }
}
