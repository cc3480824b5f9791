/**
 * A notice stays in the list when its cause is gone, and shows that it is. What ends each kind is a fact that is read when the list is
 * shown. Nothing is stored, so a repair counts without a report.
 */
import type { NoticeDetail, NoticeKind } from '../../notices/kinds.ts'
import type { Quota } from '../../quotas/quota.decide.ts'

type Usage = { used: number; limit: number }
/** The state of the business now. Endpoints are public ids, and a deleted one is in neither list. */
export type NoticeFacts = {
  isSendingPaused: boolean
  quotas: Record<Quota, Usage>
  textSpend: Usage
  isPrefixLimited: boolean
  disabledEndpoints: readonly string[]
  /** With failures since the last success, disabled ones too. */
  failingEndpoints: readonly string[]
}
type Ending<Kind extends NoticeKind> = {
  isOver(facts: NoticeFacts, detail: NoticeDetail<Kind>): boolean
  words: string
}

const nearlyPercent = 80
const isBelow = ({ used, limit }: Usage, percent: number): boolean => used * 100 < limit * percent

/** `never`: the notice is an information. `erased`: its text says so. A new kind without an end does not compile. */
const endings: { [Kind in NoticeKind]: Ending<Kind> | 'never' | 'erased' } = {
  webhook_endpoint_failing: {
    isOver: ({ failingEndpoints }, { endpoint_id: id }) => !failingEndpoints.includes(id),
    words: 'Events reach the endpoint again, or it was deleted.',
  },
  webhook_endpoint_disabled: {
    isOver: ({ disabledEndpoints }, { endpoint_id: id }) => !disabledEndpoints.includes(id),
    words: 'The endpoint was enabled again, or deleted.',
  },
  sending_paused: {
    isOver: ({ isSendingPaused }) => !isSendingPaused,
    words: 'The pause of this shop was lifted.',
  },
  quota_nearly_reached: {
    isOver: ({ quotas }, { quota }) => isBelow(quotas[quota], nearlyPercent),
    words: 'Less than 80 % of the quota is used now.',
  },
  quota_reached: {
    isOver: ({ quotas }, { quota }) => isBelow(quotas[quota], 100),
    words: 'The quota has room again.',
  },
  sms_spend_nearly_reached: {
    isOver: ({ textSpend }) => isBelow(textSpend, nearlyPercent),
    words: 'Less than 80 % of the credits for texts of a day are spent now.',
  },
  sms_spend_reached: {
    isOver: ({ textSpend }) => isBelow(textSpend, 100),
    words: 'Texts are sent again.',
  },
  sms_prefix_limited: {
    isOver: ({ isPrefixLimited }) => !isPrefixLimited,
    words: 'The hour has ended, and such texts are sent again.',
  },
  erasure_requested: 'erased',
  api_key_created: 'never',
  api_key_revoked: 'never',
  installation_paused: 'never',
}

type Notice = { kind: NoticeKind; detail: NoticeDetail<NoticeKind>; recipientId: string | null }
/** Why a notice needs no one any more; empty if its text says so. Null: it is not resolved. A kind of a later release never is. */
export function resolution({ kind, detail, recipientId }: Notice, facts: NoticeFacts): string | null {
  const ending: Ending<NoticeKind> | 'never' | 'erased' | undefined = endings[kind]
  if (ending === undefined || ending === 'never') return null
  if (ending === 'erased') return recipientId === null ? '' : null
  return ending.isOver(facts, detail) ? ending.words : null
}
