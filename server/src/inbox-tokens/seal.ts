import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'

const defaultMacBytes = 16

/**
 * Encodes bytes with a MAC, so that a modified text is rejected. The MAC also covers `scope`, which is not part of the text.
 */
export function seal(key: KeyObject, scope: string, content: Buffer, macBytes = defaultMacBytes): string {
  return Buffer.concat([content, macOf(key, scope, content, macBytes)]).toString('base64url')
}

/** Null if the text was not sealed with this key and this scope. */
export function unseal(key: KeyObject, scope: string, text: string, macBytes = defaultMacBytes): Buffer | null {
  const bytes = Buffer.from(text, 'base64url')
  // The decoder ignores invalid characters and unused bits, but a sealed text must have only one valid encoding.
  if (bytes.length < macBytes || bytes.toString('base64url') !== text) return null
  const [content, mac] = [bytes.subarray(0, -macBytes), bytes.subarray(-macBytes)]
  return timingSafeEqual(mac, macOf(key, scope, content, macBytes)) ? content : null
}

/** The NUL separates scope and content, so that a part of one cannot be moved to the other. */
const macOf = (key: KeyObject, scope: string, content: Buffer, macBytes: number): Buffer =>
  createHmac('sha256', key).update(`${scope}\0`).update(content).digest().subarray(0, macBytes)
