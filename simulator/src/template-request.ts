import { isOneOf, type Problem, readFields } from './request-body.ts'
import { type TemplateDecision, templateDecisions } from './templates.ts'

/** The body of `POST /templates`, or its first problem. */
export function readTemplateDecision(body: string): { name: string; status: TemplateDecision } | Problem {
  const given = readFields(body, ['name', 'status'])
  if ('problem' in given) return given
  const { name, status } = given.fields
  if (typeof name !== 'string' || name === '') return { problem: 'name must be the name of a template' }
  if (!isOneOf<TemplateDecision>(templateDecisions, status))
    return { problem: `status must be one of ${templateDecisions.join(', ')}` }
  return { name, status }
}
