/** Recipients nobody has written to. Numbers lie beyond those with habits; whoever will be erased has theirs in a range of their own. */
export type Person = { email: string; phone: string }

let people = 0
export const canaryWord = 'cnry'
export const canaryNumber = '+44770099'

/** What stands before the first plus of the address says how it behaves. */
export function newPerson(habit = 'ada'): Person {
  const count = people++
  return { email: `${habit}+${count}@simulator.example`, phone: `+4477009${String(10_000 + (count % 70_000))}` }
}

let canaries = 0
/** Somebody who will be erased: a word and a number that are nobody else's, and stand in everything that is sent to them. */
export function newCanary(): Person & { word: string } {
  const count = canaries++
  const word = `${canaryWord}${String(count).padStart(6, '0')}x`
  return {
    word,
    email: `${word}@simulator.example`,
    phone: `${canaryNumber}${String(count % 10_000).padStart(4, '0')}`,
  }
}
