import { missingPage } from '../../../dashboard/notice-pages.ts'
import { type OperatorSection, operatorLayout } from '../../../dashboard/operator/layout.ts'
import type { FormOutcome, Result } from '../../../dashboard/operator/outcome.ts'
import { type ErrorCode, errorCodes } from '../../../errors.ts'
import type { Html } from '../../../html.ts'
import type { Operation } from '../../../operation.ts'
import { queryOf } from '../../form.ts'
import type { PageRequest } from '../../pages.ts'
import { type HttpResponse, refusal } from '../../response.ts'
import type { ActResult } from '../act.ts'
import { showPage, showRefusal } from '../respond.ts'
import type { OperatorVisit } from '../routes.ts'

/** Why a form changed nothing: the code decides the status, and the sentence is what the person reads. */
export type Problem = { code: ErrorCode; sentence: string }

/** A page of the service, with the status of a refusal if the form before it changed nothing. */
export function showOperatorPage(
  { operator, session: { name, email }, csrf }: OperatorVisit,
  section: OperatorSection,
  title: string,
  content: Html,
  problem: Problem | null = null,
): HttpResponse {
  const page = operatorLayout({ operator, person: { name, email }, csrf }, section, title, content)
  return problem === null ? showPage(page) : showRefusal(refusal(problem.code), page)
}

export const showMissing = (): HttpResponse => showRefusal(refusal('common.not_found'), missingPage())

export const problemOf = ({ code, help }: Extract<ActResult, { isDone: false }>): Problem => ({
  code,
  sentence: help ?? errorCodes[code].meaning,
})

/** `results` has the words of `?done=…`, the address to which a form that changed something leads. */
export function outcomeOf(
  request: PageRequest,
  results: Record<string, Result>,
  problem: Problem | null = null,
): FormOutcome {
  const done = problem === null ? queryOf(request, 'done') : null
  return {
    result: done !== null && Object.hasOwn(results, done) ? results[done]! : null,
    problem: problem?.sentence ?? null,
  }
}

/** What an operation that reads responds. Null: it refused, because what the path names does not exist. */
export async function ask<T>(
  { act }: Pick<OperatorVisit, 'act'>,
  operation: Operation,
  input: { params?: Record<string, string>; query?: Record<string, string> } = {},
): Promise<T | null> {
  const result = await act(operation, input)
  if (result.isDone) return result.body as T
  if (result.code === 'operator.not_permitted') throw new Error(`the page needs the roles of ${operation.name}`)
  return null
}
