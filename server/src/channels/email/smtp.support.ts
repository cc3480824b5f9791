/** For the SMTP tests. */
import type { Mail } from './mail.ts'

export const mailToAda: Mail = {
  from: { name: 'Demo Shop', address: 'updates@tidings.example' },
  to: { name: '', address: 'ada@example.com' },
  subject: 'Your order is on its way',
  text: 'Hello Ada',
  html: '<p>Hello Ada</p>',
  messageId: '<nudge@tidings.example>',
  date: new Date('2026-11-14T22:41:00Z'),
  headers: {},
}
