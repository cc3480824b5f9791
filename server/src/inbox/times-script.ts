/** Says every moment of the page in the reader's own zone, and in the way of their region where that speaks the page's language. */
export const timesScript = `
const language = document.documentElement.lang
const own = (navigator.languages || []).find((one) => one.startsWith(language)) || language
const zoned = new Intl.DateTimeFormat(own, { dateStyle: 'long', timeStyle: 'short' })
for (const time of document.querySelectorAll('time')) time.textContent = zoned.format(new Date(time.dateTime))
`
