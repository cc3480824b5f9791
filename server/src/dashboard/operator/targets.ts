import { formatId } from '../../ids.ts'
import { isPermitted, type LimitedRole, type NamedOperator } from '../../operator-role.ts'
import { tabLabels, tabPath, tabRoles } from './business-frame.ts'
import type { Target } from './health/health.decide.ts'
import { healthPath, sendingPath } from './paths.ts'

/** Who may open the pages about the whole service, besides admin: those who may read whether sending is on. */
export const serviceRoles: readonly LimitedRole[] = ['support']

/** The page where something is dealt with. Null: the role of the operator does not open it. */
export function targetPath(target: Target, operator: NamedOperator): string | null {
  if (target.page === 'business')
    return isPermitted(operator, tabRoles[target.tab]) ? tabPath(formatId('biz', target.businessId), target.tab) : null
  if (!isPermitted(operator, serviceRoles)) return null
  return target.page === 'sending' ? sendingPath : `${healthPath}#${target.symptom}`
}

/** What the link to it says. */
export function targetLabel(target: Target): string {
  if (target.page === 'business') return target.tab === 'overview' ? 'Business' : tabLabels[target.tab]
  return target.page === 'sending' ? 'Sending' : 'Health'
}
