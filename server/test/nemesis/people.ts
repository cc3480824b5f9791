/** A new recipient. The numbers are outside the range with scripted personas; canaries have a range of their own. */
export type Person = { email: string; phone: string }

let people = 0
export const canaryWord = 'cnry'
export const canaryNumber = '+44770099'

/** The simulator chooses the persona by the part of the address before the first plus. */
export function newPerson(persona = 'ada'): Person {
  const count = people++
  return { email: `${persona}+${count}@simulator.example`, phone: `+4477009${String(10_000 + (count % 70_000))}` }
}

let canaries = 0
/** A recipient who will be erased, with a unique word and number that every message to them contains. */
export function newCanary(): Person & { word: string } {
  const count = canaries++
  const word = `${canaryWord}${String(count).padStart(6, '0')}x`
  return {
    word,
    email: `${word}@simulator.example`,
    phone: `${canaryNumber}${String(count % 10_000).padStart(4, '0')}`,
  }
}
