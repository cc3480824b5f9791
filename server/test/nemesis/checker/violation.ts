/** A promise that was broken, and how that is known. */
export type Violation = { promise: Promised; found: string }
export type Promised =
  | 'I1 one message for each acknowledged push'
  | 'I2 a provider accepts each send at most once'
  | 'I3 the ledger is the balance, and each send nets what its end says'
  | 'I4 every end is told once, and every event arrives'
  | 'I5 nothing is left of somebody erased'
  | 'I6 same key, same bytes'
  | 'I7 nothing is submitted after what forbids it was committed'
  | 'I8 what is due happens within 60 s of recovery'
  | 'I9 at most one text a push'
  | 'I10 as many messages are counted as are stored'
  | 'P1 a fault is told as such, and tells nothing else'
  | 'P2 what is wrong is refused, whatever else goes on'
  | 'P3 no process ends by itself, and its memory is flat'
  | 'P4 readiness tells the truth'
  | 'P5 everything works again within 60 s without a hand'

export const broken = (promise: Promised, findings: string[]): Violation[] =>
  findings.map((found) => ({ promise, found }))
