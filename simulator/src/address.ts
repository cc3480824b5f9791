/** How two spellings of one address are compared. What was written is what is shown. */
export function canonicalAddress(address: string): string {
  return address.trim().toLowerCase()
}
