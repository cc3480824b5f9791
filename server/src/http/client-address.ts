/**
 * Whose request this is, as far as it can be known. Every proxy adds the address it was called from to the end of X-Forwarded-For, so
 * with two in front the caller is the second from the end; what stands before that, anybody may have written. Null when nobody has
 * said how many there are, or it came past them.
 */
export function clientAddress(
  proxies: number | null,
  socketAddress: string | undefined,
  forwardedFor: string | string[] | undefined,
): string | null {
  if (proxies === null) return null
  if (proxies === 0) return socketAddress ?? null
  const added = [forwardedFor ?? []].flat().flatMap((line) => line.split(','))
  return added.at(-proxies)?.trim() || null
}
