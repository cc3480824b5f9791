/** What a key may do (5). Each operation requires one scope. A key without a list of scopes has all of them. */
const scopes = ['messages:write', 'messages:read', 'recipients', 'erasure', 'webhooks', 'keys', 'credits'] as const
export type Scope = (typeof scopes)[number]
