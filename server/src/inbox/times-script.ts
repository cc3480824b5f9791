/**
 * Formats every time of the page in the reader's time zone, and in their regional format if its language is the page's
 * language.
 */
export const timesScript = `
const language = document.documentElement.lang
const own = (navigator.languages || []).find((one) => one.startsWith(language)) || language
const zoned = new Intl.DateTimeFormat(own, { dateStyle: 'long', timeStyle: 'short' })
for (const time of document.querySelectorAll('time')) time.textContent = zoned.format(new Date(time.dateTime))
`
