/** What an attacker may have got hold of: keys of a shop of their own, ids of others, links of a customer, the secret of the providers. */
export type Known = {
  apiKey: string
  operatorToken: string
  /** The shop of the key. */
  businessId: string
  /** Businesses that may be changed by the operator. */
  businessIds: readonly string[]
  /** Messages, keys, endpoints and events, of this shop and of others. */
  ids: readonly string[]
  nudgeIds: readonly string[]
  receiverUrl: string
  /** The links of one customer, and what a page put into its forms. */
  tokens: readonly string[]
  session: string
  fields: readonly (readonly [name: string, value: string])[]
  publicUrl: string
  phoneNumberId: string
  /** What the simulated providers sign with. */
  providerSecret: string
}
