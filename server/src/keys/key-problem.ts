import { bearerToken } from './authenticate.ts'
import { isWellFormedKey, isWellFormedOperatorToken, keyLength } from './key-format.ts'

/** `spaces`: more than one word follows Bearer. */
type HeaderProblem = 'missing' | 'not_bearer' | 'empty' | 'spaces'
export type KeyProblem =
  | HeaderProblem
  | 'operator_token'
  | 'prefix'
  | 'length'
  | 'characters'
  | 'checksum'
  | 'not_active'
export type OperatorTokenProblem = HeaderProblem | 'api_key' | 'checksum' | 'not_active'

/**
 * What is wrong with a refused API key, judged by its form alone, so that the caller learns nothing about stored keys: one that
 * is well-formed is always `not_active`, whether it is unknown, expired or revoked.
 */
export function keyProblem(authorization: string | undefined): KeyProblem {
  const problem = headerProblem(authorization)
  if (problem !== null) return problem
  const key = bearerToken(authorization)
  if (isOperatorToken(key)) return 'operator_token'
  if (!isApiKey(key)) return 'prefix'
  if (key.length !== keyLength) return 'length'
  if (!/^\w+$/.test(key)) return 'characters'
  return isWellFormedKey(key) ? 'not_active' : 'checksum'
}

/** The same for a token of an operator. The form of OPERATOR_TOKEN is free, so another form is no problem by itself. */
export function operatorTokenProblem(authorization: string | undefined): OperatorTokenProblem {
  const problem = headerProblem(authorization)
  if (problem !== null) return problem
  const token = bearerToken(authorization)
  if (isApiKey(token)) return 'api_key'
  return isOperatorToken(token) && !isWellFormedOperatorToken(token) ? 'checksum' : 'not_active'
}

function headerProblem(authorization = ''): HeaderProblem | null {
  if (authorization === '') return 'missing'
  if (!/^Bearer( |$)/i.test(authorization)) return 'not_bearer'
  if (/^Bearer *$/i.test(authorization)) return 'empty'
  return bearerToken(authorization) === '' ? 'spaces' : null
}

const isApiKey = (token: string): boolean => /^td_(live|test)_/.test(token)
const isOperatorToken = (token: string): boolean => token.startsWith('td_operator_')
