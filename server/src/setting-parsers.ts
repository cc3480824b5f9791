import { createPrivateKey } from 'node:crypto'
import { attempt } from './channels/attempt.ts'
import type { SecretKey, SecretKeys } from './keyring.ts'
import { isSecureOrLoopback } from './secure-url.ts'

/** Parsers of settings: the value, or undefined if the text is not valid. */
export type Parse<T> = (text: string) => T | undefined

export const anyText: Parse<string> = (text) => text
export const matching = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : undefined)
export const longToken = matching(/^[\x21-\x7e]{32,}$/)

export function wholeNumber(least: number, most: number): Parse<number> {
  return (text) => {
    const value = Number(text)
    return /^\d+$/.test(text) && value >= least && value <= most ? value : undefined
  }
}

export function postgresUrl(text: string): string | undefined {
  return /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? '') ? text : undefined
}

export function publicUrl(text: string): string | undefined {
  const url = URL.parse(text)
  if (url === null || url.pathname !== '/' || url.search !== '' || url.hash !== '' || hasLogin(url)) return undefined
  return isSecureOrLoopback(url) ? url.origin : undefined
}

export function secureUrl(text: string): string | undefined {
  const url = URL.parse(text)
  if (url === null || url.search !== '' || url.hash !== '' || hasLogin(url)) return undefined
  return isSecureOrLoopback(url) ? text : undefined
}

const hasLogin = ({ username, password }: URL): boolean => username !== '' || password !== ''

export const smtpUrl = (text: string): string | undefined =>
  /^smtps?:$/.test(URL.parse(text)?.protocol ?? '') && URL.parse(text)?.hostname !== '' ? text : undefined
export const emailAddress = matching(/^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/)

export function rsaKey(text: string): string | undefined {
  // In a setting on one line, each line break is written as the two characters \n.
  const key = attempt(() => createPrivateKey(text.replaceAll('\\n', '\n')))
  return key?.asymmetricKeyType === 'rsa' ? (key.export({ type: 'pkcs8', format: 'pem' }) as string) : undefined
}

export function thirtyTwoBytes(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === 32 ? bytes : undefined
}

const maxSecretKeys = 8

export function secretKeys(text: string): SecretKeys | undefined {
  const keys = text.split(',').map(secretKey)
  const areValid = (parsed: typeof keys): parsed is SecretKeys => parsed.every((key) => key !== undefined)
  if (!areValid(keys) || keys.length > maxSecretKeys) return undefined
  return new Set(keys.map(({ id }) => id)).size === keys.length ? keys : undefined
}

function secretKey(text: string): SecretKey | undefined {
  const [, id, key] = /^([A-Za-z0-9_-]{1,16}):(.+)$/.exec(text.trim()) ?? []
  const bytes = thirtyTwoBytes(key ?? '')
  return id === undefined || bytes === undefined ? undefined : { id, bytes }
}
