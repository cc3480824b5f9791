import type { Channel } from '../../channels/registry.ts'
import { delayLimits } from '../../figures/delays.decide.ts'
import type { BarTone } from '../../pages/charts.ts'
import type { SendError, SkipReason } from '../../reasons.ts'
import { shortReasons } from '../messages/outcome.decide.ts'
import type { Outcome } from './figures.decide.ts'

export const channelWords: Record<Channel, { title: string; one: string; many: string }> = {
  email: { title: 'Emails', one: 'email', many: 'emails' },
  sms: { title: 'Texts', one: 'text', many: 'texts' },
  whatsapp: { title: 'WhatsApp messages', one: 'WhatsApp message', many: 'WhatsApp messages' },
}

export const outcomeWords: Record<Outcome, { label: string; meaning: string; tone: BarTone }> = {
  delivered: { label: 'Delivered', meaning: 'The provider reported that it arrived.', tone: 'good' },
  sent: {
    label: 'Sent, no report yet',
    meaning: 'The provider accepted it and has not reported since.',
    tone: 'accent',
  },
  pending: {
    label: 'Waiting',
    meaning: 'Scheduled, waiting for an open, or on its way to the provider.',
    tone: 'quiet hollow',
  },
  complained: {
    label: 'Marked as spam',
    meaning: 'It arrived, and the customer marked it as spam.',
    tone: 'bad faint',
  },
  bounced: { label: 'Bounced', meaning: 'The mailbox refused it.', tone: 'bad' },
  failed: { label: 'Failed', meaning: 'The provider or the carrier could not deliver it.', tone: 'bad strong' },
  unknown: {
    label: 'Unknown',
    meaning: 'No report says whether it was sent. It is not sent again.',
    tone: 'bad hollow',
  },
  not_sent: {
    label: 'Not sent',
    meaning: 'A rule prevented it; the reasons are below. It costs nothing.',
    tone: 'warn',
  },
  not_needed: {
    label: 'Not needed',
    meaning: 'The customer opened the message before it was due.',
    tone: 'good faint',
  },
  cancelled: { label: 'Cancelled', meaning: 'The message was retracted or updated before it was sent.', tone: 'quiet' },
}

export const reasonWords = (reason: SkipReason | SendError): string => {
  const words = shortReasons[reason]
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The ends of the times to a delivery, in words. */
export const delayWords: string[] = delayLimits.map((seconds) => {
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${seconds / 60} min`
  return seconds < 86_400 ? `${seconds / 3600} h` : '1 day'
})

export const numberText = (value: number): string => value.toLocaleString('en')
/** Without a whole there is no share. */
export const shareText = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${(Math.floor((part / whole) * 1000) / 10).toLocaleString('en')} %`
const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
export const dayText = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`))
