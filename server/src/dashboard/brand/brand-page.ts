import { type Language, languages } from '../../brand/languages.decide.ts'
import { maxLogoBytes, maxLogoHeight, maxLogoWidth } from '../../brand/logo.ts'
import { type Html, html } from '../../html.ts'
import type { BrandSettingName } from '../../operator/owner-settings.decide.ts'
import {
  actForm,
  actions,
  card,
  columns,
  facts,
  field,
  linkButton,
  note,
  pageHead,
  select,
  stack,
  submitButton,
} from '../../pages/components.ts'
import { fields, fileField } from '../../pages/fields.ts'
import { previewFrame } from '../preview-frame.ts'
import type { BrandProblems, BrandSettings, TypedBrand } from './brand-form.decide.ts'

const languageWords: Record<Language, string> = {
  en: 'English',
  de: 'German',
  fr: 'French',
  es: 'Spanish',
  nl: 'Dutch',
}

const inboxFrame = 'inbox-preview'

type Heads = { from: string; replyTo: string | null }
type BrandPage = {
  path: string
  /** The name of the account, which is shown where there is no other. */
  accountName: string
  settings: BrandSettings
  hasLogo: boolean
  heads: Heads
  mayConfigure: boolean
  isChanged: boolean
}

export const brandPage = (page: BrandPage): Html => {
  const { path, accountName, settings, hasLogo, mayConfigure } = page
  return html`${pageHead({
    title: 'Brand',
    lead: 'How this shop looks to its customers in emails, texts and the inbox. It is the same on the live side and on the test side.',
    ...(mayConfigure && {
      actions: linkButton({ label: 'Change', href: `${path}/edit`, kind: 'primary', icon: 'edit' }),
    }),
  })}
${page.isChanged ? note('good', 'The brand was changed', 'It is in the next email and text, and on the next page of the inbox that a customer opens.', true) : html``}
${columns(
  [stack(previews(path, page.heads))],
  [
    card({
      title: 'Settings',
      body: facts([
        {
          term: labels.sender_name,
          detail: settings.sender_name ?? html`${accountName} ${soft('(the name of the account)')}`,
        },
        {
          term: labels.brand_colour,
          detail:
            settings.brand_colour === null
              ? soft('The colours of the service')
              : html`${swatch(settings.brand_colour)} ${settings.brand_colour}`,
        },
        { term: labels.customer_contact, detail: settings.customer_contact ?? soft('Not shown') },
        { term: labels.reply_to, detail: settings.reply_to ?? soft('The address of the service') },
        { term: labels.language, detail: languageWords[settings.language] },
        { term: 'Logo', detail: hasLogo ? 'In the inbox' : soft('None') },
      ]),
    }),
  ],
)}`
}
const soft = (text: string): Html => html`<span class="faint">${text}</span>`
/** Presentation attributes, because the policy allows no inline style. */
const swatch = (colour: string): Html =>
  html`<svg class="swatch" viewBox="0 0 16 16" aria-hidden="true"><rect width="16" height="16" rx="4" fill="${colour}"/></svg>`

const labels: Record<BrandSettingName, string> = {
  sender_name: 'Name',
  brand_colour: 'Colour',
  customer_contact: 'Contact',
  reply_to: 'Replies go to',
  language: 'Language',
}

/** `query` has what is typed and not saved yet. */
const previews = (path: string, { from, replyTo }: Heads, query?: string): Html[] => {
  const frame = (title: string, part: string, more: { isShort?: true; name?: string } = {}): Html =>
    previewFrame({ title, path: `${path}/${part}`, ...(query !== undefined && { query }), ...more })
  return [
    card({
      title: 'Email',
      id: 'email',
      body: html`${facts([{ term: 'From', detail: from }, ...(replyTo === null ? [] : [{ term: 'Reply to', detail: replyTo }])])}${frame('The email', 'email')}`,
    }),
    card({ title: 'Text', id: 'text', body: frame('The text', 'text', { isShort: true }) }),
    card({ title: 'Inbox', id: 'inbox', body: frame('The inbox', 'inbox', { name: inboxFrame }) }),
  ]
}

type EditPage = {
  path: string
  csrf: string
  accountName: string
  typed: TypedBrand
  problems: BrandProblems
  /** What is wrong with the whole form. */
  problem: string | null
  logoProblem: string | null
  hasLogo: boolean
  isPreview: boolean
  heads: Heads
}

export const editBrandPage = (page: EditPage): Html => html`${pageHead({
  title: 'Change the brand',
  lead: 'The previews show what is typed. Nothing is sent or stored before it is saved.',
  trail: [{ label: 'Brand', href: page.path }, { label: 'Change' }],
})}
${problemNote(page.problem ?? page.logoProblem)}
${page.isPreview ? note('info', 'This is a preview', 'The brand is as it was until you save it.', true) : html``}
${columns(
  [stack([card({ body: form(page) }), logoCard(page)])],
  [stack(previews(page.path, page.heads, new URLSearchParams(page.typed).toString()))],
)}`

const problemNote = (problem: string | null): Html =>
  problem === null ? html`` : note('bad', 'Nothing was changed', problem, true)

/** A form of its own, because a browser clears a chosen file when the page is shown again with what is wrong. */
const logoCard = ({ path, csrf, logoProblem, hasLogo }: EditPage): Html => {
  const from = `${path}/edit`
  const upload = actForm({
    action: `${path}/logo`,
    csrf,
    from,
    isUpload: true,
    content: fields([
      fileField({
        label: hasLogo ? 'Another logo' : 'Logo',
        name: 'logo',
        accept: 'image/png',
        hint: `Above the name in the inbox. A PNG with at most ${maxLogoBytes / 1024} KiB and ${maxLogoWidth} by ${maxLogoHeight} pixels; where scripts run, any picture is converted. In dark mode it stands on white. Emails have none, because they load nothing.`,
        ...(logoProblem !== null && { error: logoProblem }),
      }),
      actions(
        html`${submitButton({ label: 'Save the logo', kind: 'primary' })}${submitButton({ label: 'Preview', into: { action: `${path}/inbox`, frame: inboxFrame } })}`,
      ),
    ]),
  })
  const remove = actForm({
    action: `${path}/remove-logo`,
    csrf,
    from,
    content: actions(submitButton({ label: 'Remove the logo', kind: 'danger' })),
  })
  return card({
    title: 'Logo',
    id: 'logo-card',
    body: html`<div data-logo>${upload}</div>${hasLogo ? remove : html``}`,
  })
}

const form = ({ path, csrf, accountName, typed, problems }: EditPage): Html => {
  const one = (name: Exclude<BrandSettingName, 'language'>, hint: string): Html => {
    const error = problems[name]
    return field({
      label: labels[name],
      name,
      value: typed[name],
      hint,
      ...(error !== undefined && { error }),
      ...(name === 'reply_to' && { inputmode: 'email' as const }),
    })
  }
  return html`<div data-brand>${actForm({
    action: `${path}/change`,
    csrf,
    from: `${path}/edit`,
    content: fields([
      one('sender_name', `In the sender of emails, in texts and at the top of the inbox. Empty: ${accountName}.`),
      one(
        'brand_colour',
        'Of links and buttons, such as #0b57a4. It is darkened or lightened where it could not be read. Empty: the colours of the service.',
      ),
      one(
        'customer_contact',
        'Where customers reach you: an address, a number, a page, in your words. At the end of emails and of the inbox.',
      ),
      one('reply_to', 'Where replies to emails go. Empty: to the address that sends them, which may not be read.'),
      select({
        label: labels.language,
        name: 'language',
        value: typed.language,
        options: languages.map((value) => ({ value, label: languageWords[value] })),
        hint: 'Of the words that the service adds to your emails and texts. The inbox follows the browser of the customer if it can. WhatsApp messages are English.',
      }),
      actions(
        html`${submitButton({ label: 'Save', kind: 'primary', name: 'act', value: 'save' })}${submitButton({ label: 'Preview', name: 'act', value: 'preview' })}${linkButton({ label: 'Cancel', href: path })}`,
      ),
    ]),
  })}</div>`
}
