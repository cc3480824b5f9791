/** What a key may do (5). Each operation requires one scope. A key without a list of scopes has all of them. */
export const scopes = [
  'messages:write',
  'messages:read',
  'recipients',
  'erasure',
  'webhooks',
  'keys',
  'credits',
] as const
export type Scope = (typeof scopes)[number]

export const permits = (granted: Scope[] | null, scope: Scope): boolean => granted === null || granted.includes(scope)
