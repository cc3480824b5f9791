import { isErrorCode } from '../../src/errors.ts'
import { merchantOperations, operatorOperations } from '../../src/http/operations.ts'
import { emailFailureReasons, emailSkipReasons, failureCodes, notSentReasons, skipReasons } from '../../src/reasons.ts'

const reasons = new Set<string>([
  ...emailSkipReasons,
  ...notSentReasons,
  ...emailFailureReasons,
  ...Object.values(skipReasons).flat(),
])
const codesOfFailures = new Set<string>(Object.values(failureCodes).flat())

/** What a generated page of the site may be about. The site has a test of its own that every page exists. */
const subjects: Record<string, (name: string) => boolean> = {
  reasons: (name) => reasons.has(name),
  errors: (name) => isErrorCode(name) || codesOfFailures.has(name),
  events: (name) => /^([a-z_]+\.)?[a-z_]+$/.test(name),
  reference: (name) => merchantOperations.some((operation) => operation.name === name),
  operator: (name) => operatorOperations.some((operation) => operation.name === name),
}

/** Whether the site has a generated page at this path, such as `/docs/reasons/no_phone`. */
export function isGeneratedPage(path: string): boolean {
  const [, docs, section, name, ...more] = path.replace(/\.md$/, '').split('/')
  if (docs !== 'docs' || section === undefined || more.length > 0) return false
  const isSubject = Object.hasOwn(subjects, section) ? subjects[section] : undefined
  return isSubject !== undefined && (name === undefined || isSubject(name))
}
