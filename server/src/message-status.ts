/** The status of a message (3.1) and its transitions. A CHECK constraint of the table repeats the statuses. */
export const messageStatuses = ['active', 'obsolete', 'retracted'] as const
export type MessageStatus = (typeof messageStatuses)[number]

/** The status of a message after another one replaced it. A retracted message stays retracted. */
export const makeObsolete = (status: MessageStatus): MessageStatus => (status === 'active' ? 'obsolete' : status)
export const canRetract = (status: MessageStatus): boolean => status !== 'retracted'
