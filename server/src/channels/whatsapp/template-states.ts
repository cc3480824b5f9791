/** The review states of a template at the platform. Only an approved one is sent. A constraint of the table repeats them. */
export const templateStates = ['approved', 'in_review', 'paused', 'rejected'] as const
export type TemplateState = (typeof templateStates)[number]
