import { type Html, html } from '../../html.ts'
import type { Business } from '../../operator/businesses.schema.ts'
import { isPermitted, type LimitedRole, type NamedOperator } from '../../operator-role.ts'
import { linkButton, pageHead, tagList } from '../../pages/components.ts'
import { tabs } from '../../pages/lists.ts'
import { businessTags } from './businesses-page.ts'
import { type FormOutcome, outcomeNotes } from './outcome.ts'
import { businessesPath, businessPath } from './paths.ts'

export type BusinessTab = 'overview' | 'credits' | 'keys' | 'people' | 'webhooks' | 'records'
/** The roles besides admin that may open each part: those of the operation that reads it. */
export const tabRoles: Record<BusinessTab, readonly LimitedRole[]> = {
  overview: ['support', 'finance'],
  credits: ['support', 'finance'],
  keys: ['support'],
  people: ['support', 'finance'],
  webhooks: ['support'],
  records: ['support'],
}
export const tabLabels: Record<BusinessTab, string> = {
  overview: 'Overview',
  credits: 'Credits',
  keys: 'Keys',
  people: 'People',
  webhooks: 'Webhooks',
  records: 'Notices and erasures',
}
const tabNames = Object.keys(tabLabels) as BusinessTab[]
export const tabPath = (id: string, tab: BusinessTab): string =>
  tab === 'overview' ? businessPath(id) : `${businessPath(id)}/${tab}`

export type BusinessFrame = FormOutcome & {
  business: Business
  /** The address of the dashboard of this side. */
  shopPath: string
  operator: NamedOperator
}

/** One part of a business, below its name and the links to the other parts. */
export const businessFrame = (
  { business, shopPath, operator, ...outcome }: BusinessFrame,
  tab: BusinessTab,
  content: Html,
): Html => html`${pageHead({
  title: business.name,
  lead: html`<span class="id">${business.id}</span> ${tagList(businessTags(business))}`,
  trail: [{ label: 'Businesses', href: businessesPath }, { label: business.name }],
  ...(operator.role !== 'finance' && {
    actions: linkButton({ label: 'Open its dashboard', href: `${shopPath}/messages`, icon: 'next' }),
  }),
})}
${tabs(
  'Parts of the business',
  tabNames
    .filter((one) => isPermitted(operator, tabRoles[one]))
    .map((one) => ({ label: tabLabels[one], href: tabPath(business.id, one), isCurrent: one === tab })),
)}
${outcomeNotes(outcome)}
${content}`
