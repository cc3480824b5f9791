/**
 * Whether a fallback is sent for a message that was queued with one, as with `sms_if_whatsapp_fails` (2.1, 2.13). `rejected`:
 * the platform certainly did not accept the message. `undelivered`: the platform accepted it, or may have, and it was not
 * delivered in time. A push has at most one fallback that was or may have been sent; fallbacks of other pushes of the message
 * do not count.
 */
import type { Channel, PaidChannel } from '../channels/registry.ts'
import type { TemplateState } from '../channels/whatsapp/template-states.ts'
import type { MessageStatus } from '../message-status.ts'
import { isUnsent, type NudgeState } from './states.ts'

export type FallbackCause = 'rejected' | 'undelivered'
type Send = { pushId: string; channel: Channel; state: NudgeState }
export type FallbackFacts = {
  /** The channel of the fallback. */
  channel: PaidChannel
  pushId: string
  cause: FallbackCause
  messageStatus: MessageStatus
  template: TemplateState | 'no_data'
  /** All nudges of the message. */
  sends: Send[]
}

export function isFallbackDue({ channel, pushId, cause, messageStatus, template, sends }: FallbackFacts): boolean {
  if (messageStatus === 'retracted') return false
  if (cause === 'rejected' && template === 'in_review') return false
  return !sends.some((send) => send.pushId === pushId && send.channel === channel && !isUnsent(send.state))
}
