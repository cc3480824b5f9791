import type { Context, DashboardCaller } from '../../context.ts'
import type { SessionRow } from '../../dashboard/people/sql.ts'
import type { SendingBlock } from '../../dashboard/sending.decide.ts'
import type { Permission } from '../../member-role.ts'
import type { Mode } from '../../mode.ts'
import type { Method } from '../../operation.ts'
import type { LimitedRole, NamedOperator } from '../../operator-role.ts'
import type { PageRequest } from '../pages.ts'
import type { HttpResponse } from '../response.ts'
import type { Act } from './act.ts'

/** A signed-in person. `csrf` is the token of every form on their pages. */
export type PersonVisit = {
  request: PageRequest
  context: Context
  session: SessionRow
  csrf: string
  /** Calls an operation as the operator that the person is. Null: the person is none. */
  actAsOperator: Act | null
}
/** One side of the business that the page is about. `path` is its address, `otherSidePath` that of the other side. */
export type Shop = {
  businessId: string
  liveBusinessId: string
  name: string
  mode: Mode
  path: string
  otherSidePath: string | null
  /** Why the side sends nothing now. */
  sendingBlock: SendingBlock | null
  /** When the member last opened the notices of this side, and how many there are since, at most 10. */
  noticesSeenAt: Date | null
  unseenNotices: number
}
/**
 * A person at a page of a shop. `context` has the clock of the side and the share of connections of its dashboard. At a route
 * about what both sides share, `context`, `caller` and `act` are those of the live business, whichever side `shop` is.
 */
export type ShopVisit = PersonVisit & { shop: Shop; caller: DashboardCaller; act: Act }

/** A page or a form of a shop. The path begins with `/dashboard/{shop}`. */
export type ShopRoute = {
  name: string
  method: Extract<Method, 'GET' | 'POST'>
  path: `/dashboard/{shop}${string}`
  permission: Permission
  /** True: about what both sides share, such as their people. It belongs to the live business, and is on the clock of the service. */
  isOfBothSides?: true
  /** True: the person must have signed in a few minutes ago. */
  isDangerous?: true
  /** True: a script asks for it while the person may be away, so it does not keep the session from ending. */
  isBackground?: true
  /** True: the form sends a file. */
  isUpload?: true
  serve: (visit: ShopVisit) => Promise<HttpResponse>
}
/** A page or a form of a person, whatever shop they work for. */
export type PersonRoute = {
  name: string
  method: Extract<Method, 'GET' | 'POST'>
  path: `/dashboard${string}`
  isDangerous?: true
  serve: (visit: PersonVisit) => Promise<HttpResponse>
}

/** An operator at a page of the service. `context` has their share of connections, and `act` calls operations as the operator. */
export type OperatorVisit = PersonVisit & { operator: NamedOperator; act: Act }
/** A page or a form of the people who run the service. */
export type OperatorRoute = {
  name: `operator.${string}`
  method: Extract<Method, 'GET' | 'POST'>
  path: `/dashboard/operator${string}`
  /** Who may open it besides an admin. An act also needs the role that its operation lists. */
  roles: readonly LimitedRole[]
  isDangerous?: true
  isBackground?: true
  serve: (visit: OperatorVisit) => Promise<HttpResponse>
}
