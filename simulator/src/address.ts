/** How two spellings of one address or number are compared. What was written is what is shown. */
export function canonicalAddress(address: string): string {
  const plain = address.trim().toLowerCase()
  // A plus that was not escaped in a query arrives as a space.
  return /^\d+$/.test(plain) ? `+${plain}` : plain
}

/** A number in E.164 with its plus: the country comes first and no country begins with zero. */
export function isPhoneNumber(value: unknown): value is string {
  return typeof value === 'string' && /^\+[1-9]\d{6,14}$/.test(value)
}
