/** The address of a recipient in the dashboard of a shop. The address of the person is encoded as one segment. */
export const recipientPath = (shop: { path: string }, email: string): string =>
  `${shop.path}/recipients/${encodeURIComponent(email).replaceAll(/[!'()*]/g, percentEncoded)}`

/** These characters are valid in a path, but a return path after a sign-in does not accept them. */
const percentEncoded = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
