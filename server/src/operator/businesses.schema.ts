import { type Static, Type } from 'typebox'
import { languages } from '../brand/languages.decide.ts'
import { channelModes, mapPaid, registry } from '../channels/registry.ts'
import { modes } from '../mode.ts'
import { pageSchema } from '../paging.ts'
import { plans } from '../quotas/plan.decide.ts'
import { literal, moment, named, nullable } from '../schema.ts'

const countryCode = Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2, such as GB.' })
const counts = { minimum: 0, maximum: 1_000_000_000 }
const count = (description: string) => Type.Integer({ ...counts, description })

/** The settings of a business and their constraints. The names are columns of `businesses`. */
export const settings = {
  name: Type.String({
    minLength: 1,
    maxLength: 120,
    description: 'The name of the shop. Its customers read it in emails, texts, WhatsApp messages and the inbox.',
  }),
  country: nullable(
    Type.String({
      pattern: '^[A-Z]{2}$',
      description:
        'The country of phone numbers in national format, ISO 3166-1 alpha-2. Null: only numbers in international format are accepted.',
    }),
  ),
  contact_email: nullable(
    Type.String({
      format: 'email',
      maxLength: 254,
      description: 'The address of the owner, for notices about problems. Null: the owner gets none.',
    }),
  ),
  sender_name: nullable(
    Type.String({
      minLength: 1,
      maxLength: 60,
      description:
        'The name that customers read instead of `name`, in emails, texts, WhatsApp messages and the inbox. Null: `name`.',
    }),
  ),
  brand_colour: nullable(
    Type.String({
      pattern: '^#[0-9a-f]{6}$',
      description:
        'The colour of links and buttons in emails and the inbox, such as `#0b57a4`. It is darkened or lightened where it would not be readable. Null: the colours of the service.',
    }),
  ),
  customer_contact: nullable(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'Where customers reach the shop, in its own words. It is shown in emails and the inbox. Null: nothing is shown.',
    }),
  ),
  reply_to: nullable(
    Type.String({
      format: 'email',
      maxLength: 254,
      description: 'Where replies to emails go. Null: to the address of the service that sends them.',
    }),
  ),
  language: literal(languages, {
    description:
      'The language of the service’s own words in emails and texts, and in the inbox for a reader whose browser names none that it has.',
  }),
  active: Type.Boolean({
    description: 'False: requests with keys of the business get 403 `business.inactive`, and nothing is sent for it.',
  }),
  sending_paused: Type.Boolean({
    description:
      'True: pushes are stored and shown in the inbox, and no nudge is sent (`sending_paused`). The service sets it when too many emails are marked as spam.',
  }),
  plan: literal(plans, {
    description:
      '`active`: paid. `past_due`: a payment is late; emails are sent, and `plan.past_due` is published. `lapsed`: emails are skipped as `plan_lapsed`, and `plan.lapsed` is published.',
  }),
  ...mapPaid((channel) =>
    literal(channelModes, {
      description: `Whether the business sends ${registry[channel].noun}s. \`not_enabled\`: never enabled. \`off\`: switched off. \`on\`: sent with every nudge. \`on_request\`: only when a push names the channel.`,
    }),
  ),
  countries: Type.Unsafe<string[] | null>({
    ...Type.Array(countryCode, { maxItems: 250 }),
    type: ['array', 'null'],
    description: 'The destinations of paid nudges. Null: all destinations that are not closed.',
  }),
  email_daily_cap: count(
    'Emails in a UTC day. Beyond it an email is not sent (`daily_cap_reached`). A new business has 10,000.',
  ),
  sms_warmup_cap: count(
    'Texts in a UTC day during the first 14 days after SMS is enabled. Beyond it a text is skipped as `sms_warmup_cap_reached`. A new business has 100.',
  ),
  email_allowance: nullable(
    count(
      'Emails in a calendar month that the plan includes. When they are used up, `plan.allowance_exceeded` is published, and emails are still sent. Null: no allowance.',
    ),
  ),
  low_balance_threshold: count(
    'Credits. When the balance falls below it, `credits.low_balance` is published. A new business has 50.',
  ),
  rate_limit_per_second: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    description:
      'Requests of the business per second and process, with bursts of twice as many. Beyond it a request gets 429 `common.rate_limited`. A new business has 200.',
  }),
  sms_per_number_per_hour: count(
    'Texts to one number in an hour. Beyond it a text is skipped as `rate_limited`. A new business has 60.',
  ),
  sms_per_number_per_day: count(
    'Texts to one number in 24 hours. Beyond it a text is skipped as `rate_limited`. A new business has 240.',
  ),
  sms_credits_per_day: count(
    'Credits for texts in a UTC day. Beyond it a text is skipped as `platform_limited`. A new business has 5,000.',
  ),
  sms_per_prefix_per_hour: count(
    'Texts in an hour to numbers that differ only in their last four digits. Beyond it a text is skipped as `platform_limited`. A new business has 200.',
  ),
  messages_per_day: count(
    'Pushes accepted in a UTC day. Beyond it a push gets 429 `quota.messages_per_day`. A new business has 1,000,000.',
  ),
  stored_messages: count(
    'Messages stored at once. Beyond it a push that creates one gets 409 `quota.stored_messages`. A new business has 10,000,000.',
  ),
  message_retention_days: nullable(
    Type.Integer({
      minimum: 91,
      maximum: 36_500,
      description: 'Messages that have not changed for so many days are deleted. Null: they are not deleted.',
    }),
  ),
}
export type SettingName = keyof typeof settings
export const settingNames = Object.keys(settings) as SettingName[]

const mode = literal(modes, {
  description:
    'In mode `live` nudges are sent to providers. In mode `test` the built-in provider takes them. The keys begin with `td_live_` or `td_test_`.',
})
const changes = Type.Partial(Type.Object(settings), {
  description: 'The settings to change. An omitted setting is not changed.',
})

export const createBusinessRequest = named(
  'CreateBusinessRequest',
  Type.Object(
    {
      ...changes.properties,
      name: settings.name,
      mode: Type.Optional(mode),
    },
    { description: 'The name of the business, and settings that differ from their defaults.' },
  ),
)
export const changeBusinessRequest = named('ChangeBusinessRequest', changes)

/** A change of these for a live business applies to its test side too. Everything else is set for each of them. */
export const sharedSettingNames = [
  'name',
  'country',
  'contact_email',
  'sender_name',
  'brand_colour',
  'customer_contact',
  'reply_to',
  'language',
  'active',
] as const satisfies readonly (keyof typeof settings)[]

const fields = {
  id: Type.String({ description: 'The id of the business, with the prefix `biz_`.' }),
  mode,
  test_business_id: nullable(
    Type.String({
      description:
        'The test side of a live business. Null for a test business, and for a business of an earlier release until the maintenance has created it.',
    }),
  ),
  live_business_id: nullable(
    Type.String({ description: 'The live business that this test side belongs to. Null for any other business.' }),
  ),
  ...settings,
  has_logo: Type.Boolean({
    description: 'Whether the inbox shows a logo. `PUT /operator/v1/businesses/{business_id}/logo` sets it.',
  }),
  created_at: moment('When the business was created.'),
}
export const business = named('Business', Type.Object(fields, { description: 'A business and its settings.' }))
export const businessList = pageSchema('BusinessList', 'A page of businesses, newest first.', business)
export const newBusiness = named(
  'NewBusiness',
  Type.Object(
    {
      ...fields,
      api_key: Type.String({ description: 'The first API key of the business. No later response shows it.' }),
      test_api_key: nullable(
        Type.String({
          description: 'The first API key of the test side. No later response shows it. Null for a test business.',
        }),
      ),
    },
    { description: 'The new business with its first keys.' },
  ),
)

export type Business = Static<typeof business>
export type ChangeBusinessRequest = Static<typeof changeBusinessRequest>
