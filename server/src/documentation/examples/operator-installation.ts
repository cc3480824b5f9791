/** What the examples of the operator's operations share, besides the shop and its order. */
export const businessName = 'Rivermill Books'
export const businessId = 'biz_01M6DV79D3F5KXQ1N8W2R4T6YB'
export const testBusinessId = 'biz_01M6DV79DAE90SZ4H7C3G5J1QM'
export const contact = 'owner@rivermill.example'

export const leakedKeyId = 'key_01M7FA3S80EX3B6V9N2K5Q8T1W'
export const operatorId = 'opr_01M6B0C4Z5F7DR8J3XQ1W6E9TA'

export const openedAt = '2026-11-02T10:00:04.307Z'
export const grantedAt = '2026-11-02T10:14:38.051Z'
