/** The form in which addresses and numbers are compared. The original spelling is the one shown. */
export function canonicalAddress(address: string): string {
  const plain = address.trim().toLowerCase()
  // An unescaped plus in a query string arrives as a space.
  return /^\d+$/.test(plain) ? `+${plain}` : plain
}

/** E.164 with a plus. No country code starts with zero. */
export function isPhoneNumber(value: unknown): value is string {
  return typeof value === 'string' && /^\+[1-9]\d{6,14}$/.test(value)
}
