/**
 * Whether a recipient gets messages on a channel, in sentences: what is the case, since when, and who can change it. A wish of the
 * person comes first, because it stays when everything else is corrected; then what the shop or the operator can correct.
 */
import { type Channel, type ChannelMode, type PaidChannel, registry } from '../../channels/registry.ts'
import type { Consent, StopSource } from '../../recipients/consent.decide.ts'
import { effectiveStop } from '../../recipients/sms-view.decide.ts'
import type { SendingBlock } from '../sending.decide.ts'

export type StoredStop = { at: Date; source: StopSource }
export type Suppression = { reason: 'bounced' | 'complained' | 'unsubscribed'; at: Date }
export type EmailState = {
  unsubscribedAt: Date | null
  /** Of the address at this shop. */
  suppression: Suppression | null
  /** Of the address at every shop. */
  platform: { bouncedAt: Date; expiresAt: Date } | null
}
export type PaidState = {
  channel: PaidChannel
  mode: ChannelMode
  unsubscribedAt: Date | null
  consent: Consent
  numberStop: StoredStop | null
  withdrawnAt: Date | null
  hasPhone: boolean
  canReceive: boolean
  unreachableUntil: Date | null
}
/**
 * `change` states who can change it, and how. `code` is the reason that a skipped nudge has; null if messages are sent, or wait for the
 * service.
 */
export type ChannelState = {
  channel: Channel
  tone: 'good' | 'warn' | 'bad' | 'neutral'
  label: string
  sentence: string
  change: string
  code: string | null
  isSent: boolean
}
type Described = Omit<ChannelState, 'isSent'>

/**
 * What nothing about the recipient prevents can still be prevented for the whole shop. The cause of the recipient is named first,
 * because it stays when the shop sends again.
 */
export function channelState(described: Described, block: SendingBlock | null): ChannelState {
  const { channel, code } = described
  if (code !== null || block === null || (block === 'plan_lapsed' && channel !== 'email'))
    return { ...described, isSent: code === null }
  const messages = channel === 'email' ? 'emails' : `${registry[channel].noun}s`
  return { channel, tone: 'neutral', isSent: false, ...blockWords[block](channel, messages) }
}

type BlockWords = (channel: Channel, messages: string) => Pick<ChannelState, 'label' | 'sentence' | 'change' | 'code'>
const byOperator = 'The operator of the service can change this.'
const blockWords: Record<SendingBlock, BlockWords> = {
  deactivated: (channel, messages) => ({
    label: 'Not sent',
    sentence: `The shop is deactivated, so no ${messages} are sent.`,
    change: byOperator,
    code: channel === 'email' ? 'business_inactive' : 'sending_paused',
  }),
  paused: (_, messages) => ({
    label: 'Not sent',
    sentence: `Sending is paused for the shop, so no ${messages} are sent.`,
    change: byOperator,
    code: 'sending_paused',
  }),
  service_paused: (_, messages) => ({
    label: 'Waiting',
    sentence: `Sending is paused for the whole service, so ${messages} wait.`,
    change: 'They are due again when the operator of the service resumes sending.',
    code: null,
  }),
  plan_lapsed: (_, messages) => ({
    label: 'Not sent',
    sentence: `The plan of the shop has ended, so no ${messages} are sent.`,
    change: 'Emails are sent again when the plan is renewed.',
    code: 'plan_lapsed',
  }),
}

const permanent = 'This is permanent: neither the shop nor the operator of the service can lift it.'

export function describeEmail({ unsubscribedAt, suppression, platform }: EmailState): Described {
  const state = (parts: Omit<Described, 'channel'>): Described => ({ channel: 'email', ...parts })
  const unsubscribed = unsubscribedAt ?? (suppression?.reason === 'unsubscribed' ? suppression.at : null)
  if (unsubscribed !== null)
    return state({
      tone: 'bad',
      label: 'Unsubscribed',
      sentence: `They stopped all updates of this shop on ${day(unsubscribed)}. New messages are only in their inbox.`,
      change: permanent,
      code: 'unsubscribed',
    })
  if (suppression?.reason === 'complained')
    return state({
      tone: 'bad',
      label: 'Marked as spam',
      sentence: `They marked an email of this shop as spam on ${day(suppression.at)}, so it sends no more emails to this address.`,
      change: `${permanent} Ask the customer for another address.`,
      code: 'suppressed',
    })
  if (suppression !== null)
    return state({
      tone: 'bad',
      label: 'Bounced',
      sentence: `An email of this shop bounced on ${day(suppression.at)}: the address does not exist or accepts no mail.`,
      change: 'This shop sends no more emails to the address. Ask the customer for another address.',
      code: 'suppressed',
    })
  if (platform !== null)
    return state({
      tone: 'warn',
      label: 'Bounced elsewhere',
      sentence: `An email of another shop to this address bounced on ${day(platform.bouncedAt)}, so no shop sends to it until ${day(platform.expiresAt)}.`,
      change: 'Check the address with the customer. If it is correct, the operator of the service can lift this.',
      code: 'platform_suppressed',
    })
  return state({
    tone: 'good',
    label: 'On',
    sentence: 'Emails are sent to this address.',
    change: 'The customer can stop them with the link in every email.',
    code: null,
  })
}

export function describePaid(state: PaidState): Described {
  const { channel, mode, unsubscribedAt, consent, withdrawnAt } = state
  const { noun, inbound } = registry[channel]
  const [messages, Messages] = [`${noun}s`, `${noun[0]!.toUpperCase()}${noun.slice(1)}s`]
  const off = (parts: Omit<Described, 'channel' | 'tone'>): Described => ({ channel, tone: 'bad', ...parts })
  const missing = (parts: Omit<Described, 'channel' | 'tone'>): Described => ({ channel, tone: 'warn', ...parts })

  if (unsubscribedAt !== null)
    return off({
      label: 'Unsubscribed',
      sentence: `They stopped all updates of this shop on ${day(unsubscribedAt)}, so no ${messages} are sent.`,
      change: permanent,
      code: 'unsubscribed',
    })
  const ofRecipient = { at: consent.stoppedAt, source: consent.stopSource }
  const stop = effectiveStop(ofRecipient, state.numberStop ?? { at: null, source: null })
  if (stop !== null) {
    const isOfNumberOnly = consent.stoppedAt === null
    return off({
      label: 'Stopped',
      sentence: isOfNumberOnly
        ? `${Messages} to this number were stopped on ${day(stop.at)} ${bySource[stop.source]}. The stop belongs to the number, and stays when another recipient has it.`
        : stoppedSentence(channel, messages, stop),
      change: liftOf(stop.source, inbound.startLiftsStops, channel),
      code: 'stopped',
    })
  }
  if (withdrawnAt !== null)
    return off({
      label: 'Withdrawn',
      sentence: `Consent to ${messages} was withdrawn for good on ${day(withdrawnAt)}, when the history was erased.`,
      change: `${permanent} A new opt-in is not recorded.`,
      code: 'not_opted_in',
    })
  if (mode === 'not_enabled' || mode === 'off')
    return {
      channel,
      tone: 'neutral',
      label: mode === 'off' ? 'Off' : 'Not enabled',
      sentence: `This shop sends no ${messages}: the channel ${mode === 'off' ? 'is off' : 'has not been enabled'}.`,
      change: byOperator,
      code: mode === 'off' ? `${channel}_disabled` : `${channel}_not_enabled`,
    }
  if (!state.hasPhone)
    return missing({
      label: 'No number',
      sentence: `No number is stored, so no ${messages} are sent.`,
      change: 'Set the number here, or send it with the next push.',
      code: 'no_phone',
    })
  if (!state.canReceive)
    return missing({
      label: 'Cannot get them',
      sentence: `This kind of number, or its country, cannot get ${messages}.`,
      change: 'Ask the customer for another number.',
      code: 'country_not_allowed',
    })
  if (registry[channel].consent === 'opt_in' && consent.consentedAt === null)
    return missing({
      label: 'No consent',
      sentence: `They have not agreed to ${messages} for this number.`,
      change: 'Ask the customer, and record the consent with the next push (whatsapp_opt_in).',
      code: 'not_opted_in',
    })
  if (state.unreachableUntil !== null)
    return missing({
      label: 'No account',
      sentence: `The provider reported that the number has no WhatsApp account. It is tried again from ${day(state.unreachableUntil)}.`,
      change: 'Ask the customer for the number that they use on WhatsApp.',
      code: 'not_reachable',
    })
  return {
    channel,
    tone: 'good',
    label: mode === 'on_request' ? 'On request' : 'On',
    sentence:
      mode === 'on_request'
        ? `${Messages} are sent to this number when a push names the channel.`
        : `${Messages} are sent to this number.`,
    change: inbound.startLiftsStops
      ? 'The customer can stop them by texting STOP, or in the inbox.'
      : 'The customer can stop them by replying STOP, or in the inbox.',
    code: null,
  }
}

function stoppedSentence(channel: PaidChannel, messages: string, { at, source }: StoredStop): string {
  if (source === 'admin') return `A stop of ${messages} was recorded in the dashboard or by the operator on ${day(at)}.`
  const how = source === 'inbox' ? 'in their inbox' : channel === 'sms' ? 'by texting STOP' : 'by replying STOP'
  return `They stopped ${messages} ${how} on ${day(at)}.`
}

const bySource: Record<StopSource, string> = {
  text: 'by a message with STOP',
  inbox: 'in the inbox',
  admin: 'in the dashboard or by the operator',
}

/** START lifts only a stop that was made by text (2.10). */
function liftOf(source: StopSource, startLiftsStops: boolean, channel: PaidChannel): string {
  if (source === 'text' && startLiftsStops) return 'Only they can lift it, by texting START.'
  return channel === 'sms' ? `${permanent} A text with START does not lift it.` : permanent
}

/** How consent came about, in a sentence; null if there is none. */
export function describeConsent(channel: PaidChannel, { consentedAt, consentSource, optIn }: Consent): string | null {
  if (consentedAt === null) return null
  if (registry[channel].consent === 'number')
    return `A number was first given on ${day(consentedAt)} ${consentSources[consentSource ?? 'push']}.`
  const source = optIn?.source == null ? '' : ` at "${optIn.source}"`
  const wording = optIn?.wording == null ? '' : ` The wording was: "${optIn.wording}"`
  return `They agreed${source}${obtained(optIn?.obtained_at ?? null)}. It was recorded on ${day(consentedAt)}.${wording}`
}

const consentSources = {
  push: 'with a push',
  api: 'through the interface, with a key',
  admin: 'in the dashboard or by the operator',
} as const

const obtained = (at: string | null): string => (at === null ? '' : ` on ${day(new Date(at))}`)

const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
/** A day in UTC, such as 3 Nov 2026. */
export const day = (at: Date): string => format.format(at)
