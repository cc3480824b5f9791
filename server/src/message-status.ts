/** The status of a message (3.1), and its changes. A constraint of the table repeats the statuses. */
export const messageStatuses = ['active', 'obsolete', 'retracted'] as const
export type MessageStatus = (typeof messageStatuses)[number]

/** A message that another one replaces. One that was retracted stays so. */
export const makeObsolete = (status: MessageStatus): MessageStatus => (status === 'active' ? 'obsolete' : status)
/** A message is retracted once, and for good. */
export const canRetract = (status: MessageStatus): boolean => status !== 'retracted'
