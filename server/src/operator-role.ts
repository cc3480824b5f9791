/** What an operator may do. An admin may call every operation; an operation lists the other roles that may call it. */
export const operatorRoles = ['support', 'finance', 'admin'] as const
export type OperatorRole = (typeof operatorRoles)[number]
export type LimitedRole = Exclude<OperatorRole, 'admin'>

/** An operator with a token of their own, who can sign in to the dashboard too. */
export type NamedOperator = { kind: 'operator'; id: string; name: string; role: OperatorRole }
/** The caller of the operator interface. `id` is null for the holder of OPERATOR_TOKEN. */
export type Operator = NamedOperator | { kind: 'operator'; id: null; name: string; role: 'admin' }

export const isPermitted = ({ role }: Operator, roles: readonly LimitedRole[]): boolean =>
  role === 'admin' || roles.includes(role)
