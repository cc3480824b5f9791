import type { DisplayedPart, DisplayedValue, SettingDisplay } from './displayed-settings.ts'

/**
 * What operators see of the value of a setting. A part is shown only if it has the form of something that is no secret; of anything
 * else only that it is set. Nothing that is derived from a secret is shown, such as its length, its end or a digest, because a weak
 * secret could be guessed from it.
 */
export const displayedValue = (display: SettingDisplay, text: string): DisplayedValue =>
  maskers[display](text) ?? { kind: 'hidden' }

/** Each returns null for a text that does not have the expected form. */
const maskers: Record<SettingDisplay, (text: string) => DisplayedValue | null> = {
  plain: (text) => ({ kind: 'text', text }),
  secret: () => null,
  key_ids: keyIds,
  routes,
  web_address: webAddress,
  database_url: (text) => urlParts(text, databaseUrl),
  smtp_url: (text) => urlParts(text, smtpUrl),
  account_url: (text) => urlParts(text, accountUrl),
  api_key_url: (text) => urlParts(text, apiKeyUrl),
}

/** `1:key,2:key`. The first key signs and encrypts. */
function keyIds(text: string): DisplayedValue | null {
  const ids = text.split(',').map((key) => /^([A-Za-z0-9_-]{1,16}):[\w+/=-]{43,}$/.exec(key.trim())?.[1])
  if (!ids.every((id) => id !== undefined)) return null
  const [first, ...others] = ids
  const parts = [shown('Signs and encrypts', first!)]
  return { kind: 'parts', parts: others.length === 0 ? parts : [...parts, shown('Also accepted', others.join(', '))] }
}

/** `twilio:*;vonage:DE,AT` */
function routes(text: string): DisplayedValue | null {
  const found = text
    .split(';')
    .map((route) => /^\s*(\w{1,20})\s*:\s*((?:[A-Z]{2}|\*)(?:\s*,\s*(?:[A-Z]{2}|\*))*)\s*$/.exec(route))
  if (!found.every((route) => route !== null)) return null
  const rest = found.length === 1 ? 'all countries' : 'all other countries'
  const parts = found.map(([, provider, countries]) =>
    shown(
      provider!,
      countries!
        .split(',')
        .map((country) => (country.trim() === '*' ? rest : country.trim()))
        .join(', '),
    ),
  )
  return { kind: 'parts', parts }
}

/** Without a login. */
function webAddress(text: string): DisplayedValue | null {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || !isUnambiguous(url) || url.search !== '') return null
  if (!hostName.test(url.hostname) || !/^[\w./~-]*$/.test(url.pathname)) return null
  return { kind: 'text', text: url.origin + (url.pathname === '/' ? '' : url.pathname) }
}

/** `pattern` is the form of a part that may be shown. Null: it is a secret, or may be one. */
type Rule = { name: string; pattern: RegExp | null }
type UrlRules = { host: RegExp; user: Rule; password: string; path: Rule; query: Record<string, Rule> }

const hostName = /^([\w.-]+|\[[0-9a-f:.]+\])$/i

const databaseUrl: UrlRules = {
  // The folder of a socket is percent-encoded.
  host: /^([\w.-]+|\[[0-9a-f:.]+\]|(%2f[\w.-]+)+)?$/i,
  user: { name: 'User', pattern: /^[\w.-]{1,63}$/ },
  password: 'Password',
  path: { name: 'Database', pattern: /^[\w.-]{1,63}$/ },
  query: {
    sslmode: { name: 'sslmode', pattern: /^(disable|allow|prefer|require|verify-ca|verify-full|no-verify)$/ },
    password: { name: 'Password in the query', pattern: null },
  },
}
const smtpUrl: UrlRules = {
  host: hostName,
  // Some providers use a token as the name of the user.
  user: { name: 'User', pattern: /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/ },
  password: 'Password',
  path: { name: 'Path', pattern: null },
  query: {
    requireTLS: { name: 'requireTLS', pattern: /^(true|false)$/ },
    ignoreTLS: { name: 'ignoreTLS', pattern: /^(true|false)$/ },
  },
}
/** The name of the user is the id of the account: the account SID at Twilio, the id of the number at Meta. */
const accountUrl: UrlRules = {
  host: hostName,
  user: { name: 'Account', pattern: /^(AC[0-9a-f]{32}|\d{5,20})$/ },
  password: 'Token',
  path: { name: 'Path', pattern: null },
  query: {
    from: { name: 'Sender', pattern: /^(\+\d{7,15}|\d{3,6})$/ },
    account_id: { name: 'Business account', pattern: /^\d{5,20}$/ },
    app_secret: { name: 'App secret', pattern: null },
    verify_token: { name: 'Verify token', pattern: null },
    signature_secret: { name: 'Signature secret', pattern: null },
  },
}
const apiKeyUrl: UrlRules = { ...accountUrl, user: { name: 'API key', pattern: null }, password: 'API secret' }

/** The parts of a URL with a login. */
function urlParts(text: string, { host, user, password, path, query }: UrlRules): DisplayedValue | null {
  const url = URL.parse(text)
  if (url === null || !isUnambiguous(url) || !host.test(url.hostname)) return null
  const given: { rule: Rule; value: string }[] = [
    { rule: { name: 'Server', pattern: /^/ }, value: `${url.protocol}//${decoded(url.host)}` },
    { rule: user, value: decoded(url.username) },
    { rule: { name: password, pattern: null }, value: decoded(url.password) },
    { rule: path, value: url.pathname.replace(/^\//, '') },
  ]
  const options = [...url.searchParams].filter(([name]) => Object.hasOwn(query, name))
  // A plus sign that is not percent-encoded is decoded as a space.
  given.push(...options.map(([name, value]) => ({ rule: query[name]!, value: value.replace(/^ /, '+') })))
  const secrets = given.filter(({ rule, value }) => !isShown(rule, value)).map(({ value }) => value)
  const parts = given
    .filter(({ rule, value }) => value !== '' || (rule.pattern === null && rule !== path))
    .map(({ rule, value }) =>
      isShown(rule, value) && !secrets.includes(value) ? shown(rule.name, value) : masked(rule.name, value !== ''),
    )
  const hasOthers = [...url.searchParams].length > options.length
  return { kind: 'parts', parts: hasOthers ? [...parts, masked('Other options', true)] : parts }
}

const isShown = ({ pattern }: Rule, value: string): boolean => pattern !== null && pattern.test(value)

/**
 * A password with one of `/`, `?` and `#` that was not percent-encoded ends the host of a URL early: the rest of it, with the @
 * before the real host, is then in the path, the query or the fragment.
 */
const isUnambiguous = ({ pathname, search, hash }: URL): boolean => hash === '' && !`${pathname}${search}`.includes('@')

/** Percent-decoding that does not throw. */
const decoded = (text: string): string =>
  new URLSearchParams(`_=${text.replaceAll('+', '%2B').replaceAll('&', '%26')}`).get('_')!

const shown = (name: string, text: string): DisplayedPart => ({ name, text, isSet: true })
const masked = (name: string, isSet: boolean): DisplayedPart => ({ name, text: null, isSet })
