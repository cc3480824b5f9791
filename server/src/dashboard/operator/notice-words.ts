import { type Html, html } from '../../html.ts'
import { parseId } from '../../ids.ts'
import type { NoticeKind } from '../../notices/kinds.ts'
import type { IconName } from '../../pages/icons.ts'
import type { BusinessTab } from './business-frame.ts'
import type { Target } from './health/health.decide.ts'

export type OperatorNotice = {
  id: string
  business_id: string | null
  kind: NoticeKind
  detail: Record<string, unknown>
  at: string
}

type Words = {
  title: string
  todo: string
  tone: 'info' | 'warn' | 'bad'
  icon: IconName
  /** The part of the business where it is done. Absent: it is about the whole service. */
  tab?: BusinessTab
  runbook?: string
}
const quota = (title: string): Words => ({
  title,
  todo: 'Ask the shop whether it expected so much, and raise the quota if it did.',
  tone: 'warn',
  icon: 'warning',
  tab: 'overview',
})
const texts = (title: string): Words => ({
  title,
  todo: 'Find out whether a form of the shop is abused. Close the destination or raise the limit.',
  tone: 'warn',
  icon: 'message',
  tab: 'overview',
  runbook: 'text-pumping',
})
const key = (title: string): Words => ({
  title,
  todo: 'A key of the shop did it. If the shop does not know of it, the key may be stolen.',
  tone: 'info',
  icon: 'key',
  tab: 'keys',
  runbook: 'leaked-key',
})

/** What the operator does about each kind of notice. A new kind without words does not compile. */
const words: Record<NoticeKind, Words> = {
  sending_paused: {
    title: 'Sending was paused because of complaints',
    todo: 'Find out why people complain, and resume sending when the cause is gone.',
    tone: 'bad',
    icon: 'stop',
    tab: 'overview',
    runbook: 'business-paused-for-complaints',
  },
  webhook_endpoint_failing: {
    title: 'Events do not reach a webhook endpoint',
    todo: 'Its owner got an email. After 20 failures in a row the endpoint is disabled.',
    tone: 'warn',
    icon: 'webhook',
    tab: 'webhooks',
  },
  webhook_endpoint_disabled: {
    title: 'A webhook endpoint was disabled',
    todo: 'Enable it when its owner says that it works again.',
    tone: 'bad',
    icon: 'webhook',
    tab: 'webhooks',
  },
  quota_nearly_reached: quota('Most of a quota is used'),
  quota_reached: { ...quota('A quota is used up'), tone: 'bad' },
  sms_spend_nearly_reached: texts('Most of the credits for texts of today are spent'),
  sms_spend_reached: { ...texts('No more texts are sent today'), tone: 'bad' },
  sms_prefix_limited: texts('Many texts to one range of numbers'),
  erasure_requested: {
    title: 'A customer asks to be erased',
    todo: 'The shop does it in its own dashboard. Remind the shop if it does not.',
    tone: 'info',
    icon: 'trash',
    tab: 'records',
  },
  api_key_created: key('A key created a key'),
  api_key_revoked: key('A key was revoked'),
  installation_paused: {
    title: 'Sending of the whole service was paused',
    todo: 'Read why, and release it when you know what was sent.',
    tone: 'bad',
    icon: 'stop',
    runbook: 'restore',
  },
}
export const noticeWords = ({ kind }: Pick<OperatorNotice, 'kind'>): Words => words[kind]

/** Where it is done. */
export function noticeTarget({ kind, business_id }: Pick<OperatorNotice, 'kind' | 'business_id'>): Target {
  if (business_id === null) return { page: 'sending' }
  return { page: 'business', businessId: parseId('biz', business_id)!, tab: words[kind].tab ?? 'overview' }
}

export const noticeLine = (notice: OperatorNotice): Html =>
  html`<strong>${noticeWords(notice).title}</strong>${detailOf(notice)}<br><span class="small soft">${noticeWords(notice).todo}</span>`

/** The figures, such as `used 80, limit 100`. */
function detailOf({ detail }: OperatorNotice): Html {
  const shown = Object.entries(detail).filter(([, value]) => typeof value === 'number' || typeof value === 'string')
  if (shown.length === 0) return html``
  return html` <span class="small">${shown.map(([name, value]) => `${name.replaceAll('_', ' ')} ${String(value)}`).join(', ')}</span>`
}
