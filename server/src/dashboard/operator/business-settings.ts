import { languages } from '../../brand/languages.decide.ts'
import { channelModes, mapPaid, registry } from '../../channels/registry.ts'
import type { SettingName } from '../../operator/businesses.schema.ts'
import { plans } from '../../quotas/plan.decide.ts'
import type { SettingKind, SettingValue } from './business-settings.decide.ts'

export const settingGroups = ['shop', 'sending', 'channels', 'email', 'texts', 'quotas'] as const
type SettingGroup = (typeof settingGroups)[number]
export const groupLabels: Record<SettingGroup, string> = {
  shop: 'The shop',
  sending: 'Sending and plan',
  channels: 'Texts and WhatsApp',
  email: 'Emails',
  texts: 'Limits on texts',
  quotas: 'Quotas',
}

export type SettingLook = {
  group: SettingGroup
  label: string
  kind: SettingKind
  /** What null means. Absent: the setting is never null. */
  none?: string
}
const count = (group: SettingGroup, label: string, none?: string): SettingLook => ({
  group,
  label,
  kind: { type: 'number' },
  ...(none !== undefined && { none }),
})
const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1)

/** How each setting is shown and typed. A new setting without a row does not compile. */
export const settingLooks: Record<SettingName, SettingLook> = {
  name: { group: 'shop', label: 'Name', kind: { type: 'text' } },
  country: { group: 'shop', label: 'Country', kind: { type: 'text' }, none: 'only international numbers' },
  contact_email: { group: 'shop', label: 'Contact address', kind: { type: 'text' }, none: 'no notices to the owner' },
  sender_name: { group: 'shop', label: 'Name for customers', kind: { type: 'text' }, none: 'the name' },
  brand_colour: { group: 'shop', label: 'Colour', kind: { type: 'text' }, none: 'the colours of the service' },
  customer_contact: { group: 'shop', label: 'Contact for customers', kind: { type: 'text' }, none: 'not shown' },
  reply_to: { group: 'shop', label: 'Reply address', kind: { type: 'text' }, none: 'the address of the service' },
  language: { group: 'shop', label: 'Language', kind: { type: 'choice', values: languages } },
  active: { group: 'sending', label: 'Active', kind: { type: 'yes_no' } },
  sending_paused: { group: 'sending', label: 'Sending paused', kind: { type: 'yes_no' } },
  plan: { group: 'sending', label: 'Plan', kind: { type: 'choice', values: plans } },
  ...mapPaid(
    (channel): SettingLook => ({
      group: 'channels',
      label: capital(`${registry[channel].noun}s`),
      kind: { type: 'choice', values: channelModes },
    }),
  ),
  countries: {
    group: 'channels',
    label: 'Destinations',
    kind: { type: 'list' },
    none: 'all destinations that are not closed',
  },
  email_daily_cap: count('email', 'Emails a day'),
  email_allowance: count('email', 'Emails a month in the plan', 'no allowance'),
  sms_warmup_cap: count('texts', 'Texts a day in the first 14 days'),
  sms_per_number_per_hour: count('texts', 'Texts to one number in an hour'),
  sms_per_number_per_day: count('texts', 'Texts to one number in 24 hours'),
  sms_credits_per_day: count('texts', 'Credits for texts a day'),
  sms_per_prefix_per_hour: count('texts', 'Texts to one range of numbers in an hour'),
  low_balance_threshold: count('texts', 'Low balance below'),
  rate_limit_per_second: count('quotas', 'Requests per second'),
  messages_per_day: count('quotas', 'Pushes a day'),
  stored_messages: count('quotas', 'Stored messages'),
  message_retention_days: count('quotas', 'Days until a message is deleted', 'never'),
}

export const shownSetting = (name: SettingName, value: SettingValue): string => {
  if (value === null) return settingLooks[name].none ?? 'not set'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ')
  return typeof value === 'number' ? value.toLocaleString('en') : value.replaceAll('_', ' ')
}
