import type { Language } from './languages.decide.ts'

/** How a shop looks to its customers, besides its name. Null: as the service looks. */
export type Brand = {
  /** Such as #0b57a4. */
  colour: string | null
  /** Where customers reach the shop, in the words of the shop. */
  contact: string | null
  /** Where replies to emails go. Null: to the address of the service. */
  replyTo: string | null
  /** Of the service's own words, where the customer's language is unknown. */
  language: Language
}
export const plainBrand: Brand = { colour: null, contact: null, replyTo: null, language: 'en' }
export type Branded = { brand: Brand }
