import type { CallbackPage } from './callback.ts'

/** The paths that are registered at a provider. One with an id is sent with each submission instead. */
export const registeredPaths = (pages: Pick<CallbackPage, 'path'>[]): string[] =>
  pages.map(({ path }) => path).filter((path) => !path.includes('{'))
