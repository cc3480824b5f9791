import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { SealingKeys } from '../keyring.ts'

/** The length of a MAC where no other is given. */
export const macBytes = 16

/**
 * Encodes bytes with a MAC, so that a modified text is rejected. The MAC also covers `scope`, which is not part of the text.
 */
export function seal([{ key }]: SealingKeys, scope: string, content: Buffer, length = macBytes): string {
  return Buffer.concat([content, macOf(key, scope, content, length)]).toString('base64url')
}

/** Null if the text was not sealed with one of these keys and this scope. */
export function unseal(keys: SealingKeys, scope: string, text: string, length = macBytes): Buffer | null {
  const bytes = Buffer.from(text, 'base64url')
  // The decoder ignores invalid characters and unused bits, but a sealed text must have only one valid encoding.
  if (bytes.length < length || bytes.toString('base64url') !== text) return null
  const [content, mac] = [bytes.subarray(0, -length), bytes.subarray(-length)]
  // Every key is tried, so that the time depends neither on the key nor on whether there is one.
  const matches = keys.map(({ key }) => timingSafeEqual(mac, macOf(key, scope, content, length)))
  return matches.includes(true) ? content : null
}

/** The NUL separates scope and content, so that a part of one cannot be moved to the other. */
const macOf = (key: KeyObject, scope: string, content: Buffer, length: number): Buffer =>
  createHmac('sha256', key).update(`${scope}\0`).update(content).digest().subarray(0, length)
