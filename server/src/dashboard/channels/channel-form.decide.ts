/** What a person typed about channels and countries, and what it changes. */
import { type PaidChannel, paidChannels } from '../../channels/registry.ts'
import { type ChannelSettings, chosenModes } from '../../operator/owner-settings.decide.ts'

export type ChannelForm = Partial<Record<PaidChannel, string>> & { scope: string; countries: string }
/** Names of countries in lower case, and codes, with the code of their destination. */
export type CountryIndex = ReadonlyMap<string, string>
export type ReadForm = { settings: ChannelSettings; unknownCountries: string[]; lacksCountries: boolean }

/** A channel that the operator has not enabled keeps its mode, whatever was sent. */
export function readChannelForm(current: ChannelSettings, form: ChannelForm, index: CountryIndex): ReadForm {
  const { countries, unknown } = readCountries(form.countries, index)
  const isAll = form.scope !== 'only'
  const modes = paidChannels.map((channel) => {
    const mode = chosenModes.find((one) => one === form[channel])
    return [channel, current[channel] === 'not_enabled' || mode === undefined ? current[channel] : mode]
  })
  return {
    settings: {
      ...(Object.fromEntries(modes) as Pick<ChannelSettings, PaidChannel>),
      countries: isAll ? null : countries,
    },
    unknownCountries: isAll ? [] : unknown,
    lacksCountries: !isAll && countries.length === 0 && unknown.length === 0,
  }
}

function readCountries(text: string, index: CountryIndex): { countries: string[]; unknown: string[] } {
  const parts = text
    .split(/[,;\n]/)
    .map((part) => part.trim().replaceAll(/\s+/g, ' '))
    .filter((part) => part !== '')
  const found = parts.map((part) => ({ part, code: index.get(part.toLowerCase()) }))
  return {
    countries: [...new Set(found.flatMap(({ code }) => code ?? []))].toSorted(),
    unknown: found.filter(({ code }) => code === undefined).map(({ part }) => part),
  }
}

/** The settings that differ. */
export function channelChanges(before: ChannelSettings, after: ChannelSettings): Partial<ChannelSettings> {
  const modes = paidChannels.filter((channel) => before[channel] !== after[channel])
  return {
    ...Object.fromEntries(modes.map((channel) => [channel, after[channel]])),
    ...(sameCountries(before.countries, after.countries) ? {} : { countries: after.countries }),
  }
}
const sameCountries = (one: string[] | null, other: string[] | null): boolean =>
  one === null || other === null ? one === other : one.toSorted().join() === other.toSorted().join()
