/**
 * What an owner may change of the settings of their business in the dashboard. An operator enables a paid channel; the owner then
 * decides when it is used, and where. What the operator promises or limits (plan, caps, quotas, pauses) is not theirs.
 */
import { type ChannelMode, type PaidChannel, paidChannels } from '../channels/registry.ts'

/** The modes that an owner chooses from. */
export const chosenModes = ['off', 'on_request', 'on'] as const satisfies readonly ChannelMode[]
export type ChannelSettings = Record<PaidChannel, ChannelMode> & { countries: string[] | null }

/** How the shop looks to its customers. Both sides have the same. */
export const brandSettingNames = ['sender_name', 'brand_colour', 'customer_contact', 'reply_to', 'language'] as const
export type BrandSettingName = (typeof brandSettingNames)[number]
export const ownerSettingNames = [...paidChannels, 'countries', ...brandSettingNames] as const
const isOwnerSetting = (name: string): boolean => ownerSettingNames.some((one) => one === name)

/** `before` is locked, so that an owner cannot enable what an operator disables at the same time. */
export function mayOwnerChange(
  before: Pick<ChannelSettings, PaidChannel>,
  settings: Partial<ChannelSettings> & Record<string, unknown>,
): boolean {
  const isOwn = Object.keys(settings).every(isOwnerSetting)
  return (
    isOwn &&
    paidChannels.every((channel) => {
      const mode = settings[channel]
      return mode === undefined || mode === before[channel] || (before[channel] !== 'not_enabled' && isChosen(mode))
    })
  )
}
const isChosen = (mode: ChannelMode): boolean => chosenModes.some((one) => one === mode)
