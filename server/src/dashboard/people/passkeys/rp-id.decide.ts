/** Passkeys belong to the host of PUBLIC_URL. Null: browsers create none for an IP address. */
export function relyingPartyOf(publicUrl: string): string | null {
  const { hostname } = new URL(publicUrl)
  return /^[\d.]+$/.test(hostname) || hostname.startsWith('[') ? null : hostname
}
