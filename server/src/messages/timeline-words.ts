/** Whatever could be an address: no spaces around an at sign. */
const address = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g
/** Seven or more digits, also with the usual separators between them. */
const number = /\+?\d(?:[\s().-]{0,2}\d){6,}/g

/** The words of a provider with addresses and numbers masked. Its codes, which are shorter, remain. */
export const withoutContacts = (words: string): string =>
  words.replaceAll(address, '[address]').replaceAll(number, '[number]')
