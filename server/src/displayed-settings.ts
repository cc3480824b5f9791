import type { Channel } from './channels/registry.ts'

/**
 * How the value of a setting is shown to operators. Only `plain` shows all of it. `setting-display.decide.ts` states what each of the
 * others leaves out.
 */
export type SettingDisplay =
  | 'plain'
  | 'secret'
  | 'key_ids'
  | 'routes'
  | 'web_address'
  | 'database_url'
  | 'smtp_url'
  | 'account_url'
  | 'api_key_url'

/** A value without its secrets. `hidden`: it is set, and nothing of it is shown. */
export type DisplayedValue =
  | { kind: 'hidden' }
  | { kind: 'text'; text: string }
  | { kind: 'parts'; parts: DisplayedPart[] }
/** `text` is null for a part that is a secret, or may be one. */
export type DisplayedPart = { name: string; text: string | null; isSet: boolean }

/** `unused`: the setting is set, and this process does not read it. `value` is null if there is none. */
export type DisplayedSetting = {
  name: string
  state: 'set' | 'default' | 'not_set' | 'unused'
  value: DisplayedValue | null
  /** In Markdown, as in docs/configuration.md. */
  meaning: string
}
/** `id` names the group in an address. `introduction` is in Markdown. */
export type SettingGroup = { id: string; title: string; introduction: string; settings: DisplayedSetting[] }

/**
 * `providers` get the nudges of the channel; none if it is off. The paths of `callbacks` are registered at the providers, below
 * `PUBLIC_URL`.
 */
export type DisplayedChannel = {
  channel: Channel
  isOn: boolean
  providers: string[]
  callbacks: { provider: string; path: string }[]
}

/** The configuration of this process without its secrets. It is computed once, when the settings are read. */
export type DisplayedSettings = { groups: SettingGroup[]; channels: DisplayedChannel[] }
