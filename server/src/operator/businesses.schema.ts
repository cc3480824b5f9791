import { type Static, Type } from 'typebox'
import { mapPaid } from '../channels/registry.ts'
import { literal, nullable } from '../schema.ts'

const countryCode = Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2.' })
const channelMode = literal(['not_enabled', 'off', 'on', 'on_request'])
const counts = { minimum: 0, maximum: 1_000_000_000 }
const count = Type.Integer(counts)

/** The settings of a business and their constraints. The names are columns of `businesses`. */
export const settings = {
  name: Type.String({ minLength: 1, maxLength: 120 }),
  country: nullable(
    Type.String({ pattern: '^[A-Z]{2}$', description: 'Where numbers in national format belong. ISO 3166-1 alpha-2.' }),
  ),
  contact_email: nullable(
    Type.String({ format: 'email', maxLength: 254, description: 'Where the owner is notified of problems.' }),
  ),
  active: Type.Boolean(),
  sending_paused: Type.Boolean(),
  plan: literal(['active', 'past_due', 'lapsed']),
  ...mapPaid(() => channelMode),
  countries: Type.Unsafe<string[] | null>({
    ...Type.Array(countryCode, { maxItems: 250 }),
    type: ['array', 'null'],
    description: 'Destinations of paid messages; null means all but the closed ones.',
  }),
  email_daily_cap: count,
  sms_warmup_cap: count,
  email_allowance: nullable(count),
  low_balance_threshold: count,
  rate_limit_per_second: Type.Integer({ minimum: 1, maximum: 10_000 }),
  sms_per_number_per_hour: count,
  sms_per_number_per_day: count,
  sms_credits_per_day: Type.Integer({
    ...counts,
    description: 'Credits for texts in a UTC day. Beyond it a text is skipped as platform_limited.',
  }),
  sms_per_prefix_per_hour: Type.Integer({
    ...counts,
    description: 'Texts in an hour to numbers that differ only in their last four digits. Beyond it: platform_limited.',
  }),
  messages_per_day: Type.Integer({
    ...counts,
    description: 'Pushes accepted in a UTC day. Beyond it a push is 429 quota.messages_per_day.',
  }),
  stored_messages: Type.Integer({
    ...counts,
    description: 'Messages stored at once. Beyond it a push that creates one is 409 quota.stored_messages.',
  }),
  message_retention_days: nullable(
    Type.Integer({
      minimum: 91,
      maximum: 36_500,
      description: 'Messages that have not changed for so long are deleted. Null keeps them.',
    }),
  ),
}
export const settingNames = Object.keys(settings) as (keyof typeof settings)[]

const mode = literal(['live', 'test'], { description: 'Whether nudges are sent. Also the prefix of the keys.' })
const changes = Type.Partial(Type.Object(settings))

export const createBusinessRequest = Type.Object({
  ...changes.properties,
  name: settings.name,
  mode: Type.Optional(mode),
})
export const changeBusinessRequest = changes

/** A change of these for a live business applies to its test side too. Everything else is set for each of them. */
export const sharedSettingNames = [
  'name',
  'country',
  'contact_email',
  'active',
] as const satisfies readonly (keyof typeof settings)[]

const fields = {
  id: Type.String(),
  mode,
  test_business_id: nullable(
    Type.String({
      description:
        'The test side of a live business. Null for a test business, and for a business of an earlier release until the maintenance has created it.',
    }),
  ),
  live_business_id: nullable(Type.String({ description: 'The live business that this test side belongs to.' })),
  ...settings,
  created_at: Type.String({ format: 'date-time' }),
}
export const business = Type.Object(fields)
export const newBusiness = Type.Object({
  ...fields,
  api_key: Type.String({ description: 'The first key, shown this once.' }),
  test_api_key: nullable(
    Type.String({ description: 'The first key of the test side, shown this once. Null for a test business.' }),
  ),
})

export type Business = Static<typeof business>
export type ChangeBusinessRequest = Static<typeof changeBusinessRequest>
