/** A violated guarantee and the evidence for it. */
export type Violation = { guarantee: Guarantee; found: string }
export type Guarantee =
  | 'I1 one message for each acknowledged push'
  | 'I2 a provider accepts each nudge at most once'
  | 'I3 the ledger adds up to the balance, and each nudge costs what its final state requires'
  | 'I4 every outcome is published once, and every event is delivered'
  | 'I5 nothing remains of an erased recipient'
  | 'I6 the same key returns the same bytes'
  | 'I7 nothing is submitted after the commit that forbids it'
  | 'I8 due work is done within 60 s of recovery'
  | 'I9 at most one text per push'
  | 'I10 the message count equals the number of stored messages'
  | 'I11 links and webhook secrets stay valid while secret keys are rotated'
  | 'I12 a test side reaches no provider, and its outbox has what it sent'
  | 'I13 every retry has the attempt before it, and nothing is stored for an ordinary one'
  | 'I14 nothing is submitted while an operator holds sending'
  | 'I15 each act of a member has its audit row'
  | 'I16 a form of a member has one effect, however often it is submitted'
  | 'I17 the figures equal the rows that they count'
  | 'P1 during a fault a 5xx response is the plain 503'
  | 'P2 a wrong request is refused, also during faults'
  | 'P3 no process exits unexpectedly, and its memory does not grow'
  | 'P4 readiness agrees with what the process serves'
  | 'P5 everything works again within 60 s without intervention'

export const violationsOf = (guarantee: Guarantee, findings: string[]): Violation[] =>
  findings.map((found) => ({ guarantee, found }))
