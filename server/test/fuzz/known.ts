/** What the attacker is assumed to know: keys of one shop, ids of others, links of a customer, the secret of the providers. */
export type Known = {
  apiKey: string
  operatorToken: string
  /** The shop of the key. */
  businessId: string
  /** Businesses that may be changed by the operator. */
  businessIds: readonly string[]
  /** Ids of messages, keys, endpoints and events, of this shop and of others. */
  ids: readonly string[]
  nudgeIds: readonly string[]
  receiverUrl: string
  /** Tokens in the links of one customer; `fields` has the hidden form fields of their inbox page. */
  tokens: readonly string[]
  session: string
  /** The part of the path that belongs to the session. */
  inbox: string
  fields: readonly (readonly [name: string, value: string])[]
  /** Members of the shop: the value of the cookie, and the hidden fields of a form of their pages. */
  members: readonly { session: string; fields: readonly (readonly [name: string, value: string])[] }[]
  /** The part of the path that belongs to the shop in the dashboard. */
  dashboard: string
  /** The address of the customer. */
  email: string
  publicUrl: string
  phoneNumberId: string
  /** The secret with which the simulated providers sign callbacks. */
  providerSecret: string
}
