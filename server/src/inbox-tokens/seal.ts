import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'

const usualMacBytes = 16

/** Bytes as text that comes back unchanged or not at all. The seal is also over `scope`, which the text does not carry. */
export function seal(key: KeyObject, scope: string, content: Buffer, macBytes = usualMacBytes): string {
  return Buffer.concat([content, macOf(key, scope, content, macBytes)]).toString('base64url')
}

/** Null when this was not sealed with this key in this scope. */
export function unseal(key: KeyObject, scope: string, text: string, macBytes = usualMacBytes): Buffer | null {
  const bytes = Buffer.from(text, 'base64url')
  // The decoder passes over strange characters and spare bits, and one sealed text must not have many spellings.
  if (bytes.length < macBytes || bytes.toString('base64url') !== text) return null
  const [content, mac] = [bytes.subarray(0, -macBytes), bytes.subarray(-macBytes)]
  return timingSafeEqual(mac, macOf(key, scope, content, macBytes)) ? content : null
}

/** The NUL keeps scope and content apart, so that none of the one can be passed off as the other. */
const macOf = (key: KeyObject, scope: string, content: Buffer, macBytes: number): Buffer =>
  createHmac('sha256', key).update(`${scope}\0`).update(content).digest().subarray(0, macBytes)
