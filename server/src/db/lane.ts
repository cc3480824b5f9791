/**
 * A lane joins concurrent calls into sets. While one set is under way the calls that arrive wait, and then
 * go together. There is no timer: a call that finds the lane idle leaves at once, so joining costs an idle
 * system nothing, and the busier the database the larger the sets that are handed to it.
 */
export function lane<In, Out>(largestSet: number, run: (items: In[]) => Promise<Out[]>): (item: In) => Promise<Out> {
  let waiting: { item: In; resolve: (out: Out) => void; reject: (error: unknown) => void }[] = []
  let underWay = false

  async function drive(): Promise<void> {
    underWay = true
    while (waiting.length > 0) {
      const set = waiting.slice(0, largestSet)
      waiting = waiting.slice(largestSet)
      try {
        const answers = await run(set.map(({ item }) => item))
        set.forEach(({ resolve }, index) => resolve(answers[index] as Out))
      } catch (error) {
        for (const { reject } of set) reject(error)
      }
    }
    underWay = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!underWay) void drive()
    })
}
