/** The languages of the service's own words to customers: in the inbox, emails and texts. */
export const languages = ['en', 'de', 'fr', 'es', 'nl'] as const
export type Language = (typeof languages)[number]
