/** The result of one check of the doctor. A line that is not `ok` states what to change. */
export const checkNames = [
  'configuration',
  'keys',
  'database',
  'migrations',
  'smtp',
  'dkim',
  'spf',
  'dmarc',
  'sms',
  'whatsapp',
  'openid',
  'public_url',
  'callbacks',
  'clock',
  'disk',
  'workers',
] as const
export type CheckName = (typeof checkNames)[number]
export type LineStatus = 'ok' | 'warning' | 'problem'
export type Line =
  | { check: CheckName; status: 'ok'; found: string; advice: null }
  | { check: CheckName; status: 'warning' | 'problem'; found: string; advice: string }

export const ok = (check: CheckName, found: string): Line => ({ check, status: 'ok', found, advice: null })
export const warning = (check: CheckName, found: string, advice: string): Line => ({
  check,
  status: 'warning',
  found,
  advice,
})
export const problem = (check: CheckName, found: string, advice: string): Line => ({
  check,
  status: 'problem',
  found,
  advice,
})
export const notChecked = (check: CheckName, because: string): Line =>
  warning(check, `not checked, because ${because}`, 'Correct that first, and run the doctor again.')
