import { type Html, html } from '../../html.ts'
import {
  actForm,
  actions,
  card,
  facts,
  field,
  linkButton,
  note,
  pageHead,
  select,
  submitButton,
} from '../../pages/components.ts'
import { fields } from '../../pages/fields.ts'
import { secretText } from '../secret-text.ts'
import { settingLooks } from './business-settings.ts'
import { businessesPath, businessPath } from './paths.ts'

const trail = [{ label: 'Businesses', href: businessesPath }, { label: 'Create a business' }]
const newFields = ['name', 'country', 'contact_email', 'sms', 'whatsapp', 'email_daily_cap', 'stored_messages'] as const
export const newBusinessFields: readonly string[] = newFields

type NewPage = { csrf: string; typed: Record<string, string>; problem: string | null }
export const newBusinessPage = ({ csrf, typed, problem }: NewPage): Html => html`${pageHead({
  title: 'Create a business',
  lead: 'It gets a live side and a test side, each with a first API key. It has no credits, and no person can sign in until you invite its owner.',
  trail,
})}
${problem === null ? none : note('bad', 'The business was not created', problem, true)}
${card({
  body: actForm({
    action: `${businessesPath}/new`,
    csrf,
    from: `${businessesPath}/new`,
    content: fields([
      field({
        label: 'Name',
        name: 'name',
        value: typed['name'] ?? '',
        hint: 'Its customers read it in emails, texts and the inbox.',
        isRequired: true,
      }),
      field({
        label: 'Country',
        name: 'country',
        value: typed['country'] ?? '',
        hint: 'Two letters, such as GB: the country of phone numbers in national format. Empty: only international numbers.',
      }),
      field({
        label: 'Contact address of the owner',
        name: 'contact_email',
        type: 'email',
        value: typed['contact_email'] ?? '',
        hint: 'For notices about problems. This does not let them sign in.',
      }),
      ...(['sms', 'whatsapp'] as const).map((channel) =>
        select({
          label: settingLooks[channel].label,
          name: channel,
          value: typed[channel] ?? 'not_enabled',
          options: channelOptions,
        }),
      ),
      field({
        label: settingLooks.email_daily_cap.label,
        name: 'email_daily_cap',
        value: typed['email_daily_cap'] ?? '',
        inputmode: 'numeric',
        hint: 'Empty: 10,000.',
      }),
      field({
        label: settingLooks.stored_messages.label,
        name: 'stored_messages',
        value: typed['stored_messages'] ?? '',
        inputmode: 'numeric',
        hint: 'Empty: 10,000,000.',
      }),
      actions(
        html`${linkButton({ label: 'Cancel', href: businessesPath })}${submitButton({ label: 'Create the business', kind: 'primary' })}`,
      ),
    ]),
  }),
  footer: 'Every other setting can be changed on the page of the business.',
})}`

const none: Html = { markup: '' }
export const channelOptions = [
  { value: 'not_enabled', label: 'Not enabled' },
  { value: 'off', label: 'Switched off' },
  { value: 'on', label: 'With every push' },
  { value: 'on_request', label: 'Only when a push asks for it' },
]

type Created = { id: string; name: string; api_key: string; test_api_key: string | null }
/** The response to the form, and not a page of its own: no address leads to the keys. */
export const createdBusinessPage = (created: Created): Html => html`${pageHead({ title: created.name, trail })}
${note('good', 'The business was created', 'Copy both keys now and give them to the developer of the shop. No page shows them again.', true)}
${card({
  title: 'The first keys',
  body: facts([
    { term: 'Live key', detail: secretText(created.api_key, 'Copy the live key') },
    ...(created.test_api_key === null
      ? []
      : [{ term: 'Test key', detail: secretText(created.test_api_key, 'Copy the test key') }]),
  ]),
})}
${actions(
  html`${linkButton({ label: 'Invite the owner', href: `${businessPath(created.id)}/people`, kind: 'primary', icon: 'user_plus' })}${linkButton({ label: 'Grant credits', href: `${businessPath(created.id)}/credits` })}${linkButton({ label: 'Open the business', href: businessPath(created.id) })}`,
)}`
