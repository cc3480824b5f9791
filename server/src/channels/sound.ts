/** Settings were judged before, so a problem here is a bug. */
export function sound<T extends object>(made: T | { problem: string }): T {
  if ('problem' in made) throw new Error(made.problem)
  return made
}
