import { createHmac, timingSafeEqual } from 'node:crypto'

const toleranceSeconds = 300

/**
 * True if the request was signed with the secret of your endpoint less than five minutes ago. `rawBody` is the body as it was
 * received, before JSON is parsed. `signature` is the header X-Service-Signature.
 */
export function isSigned(
  rawBody: Buffer | string,
  signature: string,
  secret: string,
  nowSeconds = Date.now() / 1000,
): boolean {
  const parts = signature.split(',').map((part) => part.trim().split('=', 2))
  const t = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d+$/.test(t) || Math.abs(nowSeconds - Number(t)) > toleranceSeconds) return false
  const expected = Buffer.from(createHmac('sha256', secret).update(`${t}.`).update(rawBody).digest('hex'))
  // There are two signatures for 24 hours after the secret was rotated.
  return parts.some(([name, value = '']) => {
    const given = Buffer.from(value)
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}
