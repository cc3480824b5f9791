/**
 * A form of settings has one text for each. What differs from the value of the business is a change; a text that is no value of its
 * kind is stored as it was typed, so that the validation of the operation refuses it with its reason.
 */
export type SettingKind =
  | { type: 'text' }
  | { type: 'number' }
  | { type: 'yes_no' }
  | { type: 'list' }
  | { type: 'choice'; values: readonly string[] }

export type SettingValue = string | number | boolean | string[] | null

export const formatSetting = (value: SettingValue): string => {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** An empty text is null, which is refused for a setting that has a value always. */
export function parseSetting({ type }: SettingKind, typed: string): SettingValue {
  const text = typed.trim()
  if (text === '') return null
  if (type === 'yes_no') return text === 'yes'
  if (type === 'number') {
    const digits = text.replaceAll(/[\s,_']/g, '')
    return /^\d{1,12}$/.test(digits) ? Number(digits) : text
  }
  if (type === 'list') {
    return text
      .split(/[\s,;]+/)
      .filter((part) => part !== '')
      .map((part) => part.toUpperCase())
  }
  return text
}

/** `typed` has the texts of the fields that were on the form. */
export function settingChanges<Name extends string>(
  current: Readonly<Record<Name, SettingValue>>,
  kinds: Readonly<Record<Name, SettingKind>>,
  typed: Readonly<Partial<Record<Name, string>>>,
): Partial<Record<Name, SettingValue>> {
  const changes: Partial<Record<Name, SettingValue>> = {}
  for (const name of Object.keys(typed) as Name[]) {
    const value = parseSetting(kinds[name], typed[name]!)
    if (formatSetting(value) !== formatSetting(current[name])) changes[name] = value
  }
  return changes
}
