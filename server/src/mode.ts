/** The mode of a business, and of its keys. A business of mode `test` is a test side: it reaches no provider. */
export const modes = ['live', 'test'] as const
export type Mode = (typeof modes)[number]
