/** Runs a task when the earlier ones have ended. */
export type InTurn = <T>(task: () => Promise<T>) => Promise<T>

export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const turn = last.then(task, task)
    last = turn
    return turn
  }
}
