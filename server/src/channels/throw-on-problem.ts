/** The configuration was validated at startup, so a problem here is a bug. */
export function throwOnProblem<T extends object>(created: T | { problem: string }): T {
  if ('problem' in created) throw new Error(created.problem)
  return created
}
