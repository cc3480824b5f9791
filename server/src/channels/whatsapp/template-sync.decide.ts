import type { OrderStatus } from '../../order-status.ts'
import type { TemplateState } from './template-states.ts'

/** A template of the account, as the platform lists it. Its name and its language identify it. */
export type ListedTemplate = { name: string; language: string; status: string; category: string }
export type WantedTemplate = { orderStatus: OrderStatus; definition: { name: string; language: string } }
/** The attempt to create a template that the platform lacked. `problem` is its refusal, in its words. */
export type Creation = { name: string; problem: string | null }
export type StoredTemplate = { order_status: OrderStatus; state: TemplateState }

/** What a synchronisation did with one template. */
export const syncActions = ['created', 'state_changed', 'unchanged', 'failed'] as const
export type SyncedTemplate = {
  order_status: OrderStatus
  name: string
  action: (typeof syncActions)[number]
  state: TemplateState
  /** Null if the platform does not list the template. */
  platform_status: string | null
  category: string | null
  problem: string | null
}

/** The state that we record for a status of the platform. Only an approved template is sent. */
const states: Record<string, TemplateState> = {
  APPROVED: 'approved',
  PENDING: 'in_review',
  IN_APPEAL: 'in_review',
  PAUSED: 'paused',
  ARCHIVED: 'paused',
  REJECTED: 'rejected',
  DISABLED: 'rejected',
  LIMIT_EXCEEDED: 'rejected',
  DELETED: 'rejected',
  PENDING_DELETION: 'rejected',
}

/** A status that the platform adds later is treated as a review, so that the template is not sent. */
export const stateOfStatus = (status: string): TemplateState =>
  Object.hasOwn(states, status) ? states[status]! : 'in_review'

/** A template that exists in any state is not created again: the platform would refuse it. */
export const missingTemplates = <Wanted extends WantedTemplate>(wanted: Wanted[], listed: ListedTemplate[]): Wanted[] =>
  wanted.filter((one) => find(one, listed) === undefined)

/** Without a listing the recorded state stays, because nothing is known about the template. */
export function syncedTemplates(
  wanted: WantedTemplate[],
  listed: ListedTemplate[],
  creations: Creation[],
  stored: StoredTemplate[],
): SyncedTemplate[] {
  return wanted.map((one) => {
    const { orderStatus, definition } = one
    const before = stored.find(({ order_status: status }) => status === orderStatus)?.state ?? 'in_review'
    const found = find(one, listed)
    const creation = creations.find(({ name }) => name === definition.name)
    const isCreated = creation !== undefined && creation.problem === null
    const after = found === undefined ? (isCreated ? 'in_review' : before) : stateOfStatus(found.status)
    const problem = creation?.problem ?? null
    const change = after === before ? 'unchanged' : 'state_changed'
    return {
      order_status: orderStatus,
      name: definition.name,
      action: problem !== null ? 'failed' : isCreated ? 'created' : change,
      state: after,
      platform_status: found?.status ?? null,
      category: found?.category ?? null,
      problem,
    }
  })
}

const find = ({ definition }: WantedTemplate, listed: ListedTemplate[]): ListedTemplate | undefined =>
  listed.find(({ name, language }) => name === definition.name && language === definition.language)
