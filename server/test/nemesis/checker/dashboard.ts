import { formatId } from '../../../src/ids.ts'
import type { MemberActRow, MessageRow } from '../evidence.ts'
import type { MemberAct } from '../history.ts'
import { type Violation, violationsOf } from './violation.ts'

const audited = 'I15 each act of a member has its audit row'
const once = 'I16 a form of a member has one effect, however often it is submitted'

/**
 * A form that was acknowledged has one audit row, one without a response at most one, however often it was submitted. A message
 * that was retracted so is retracted. Acts on recipients are counted for each business, because the row of an erasure does not
 * name the recipient.
 */
export function checkMemberActs(acts: MemberAct[], rows: MemberActRow[], messages: MessageRow[]): Violation[] {
  const nameOf = (action: string, target: string): string => `${action} of ${target}`
  const forms = Map.groupBy(acts, ({ action, target }) => nameOf(action, target))
  const found = Map.groupBy(rows, ({ action, target, business_id: id }) =>
    nameOf(action, target ?? formatId('biz', id)),
  )
  const names = [...new Set([...forms.keys(), ...found.keys()])]
  const formsOf = (name: string, isWanted: (act: MemberAct) => boolean): number =>
    new Set((forms.get(name) ?? []).filter(isWanted).map((act) => act.once)).size
  const rowsOf = (name: string): number => found.get(name)?.length ?? 0
  const notRetracted = messages
    .filter(({ is_retracted: isRetracted }) => !isRetracted)
    .map(({ id }) => nameOf('retractMessage', formatId('msg', id)))
  return [
    ...violationsOf(audited, [
      ...names
        .filter((name) => rowsOf(name) < formsOf(name, ({ isAcknowledged }) => isAcknowledged))
        .map((name) => `${name} has ${rowsOf(name)} audit rows, too few for the acknowledged forms`),
      ...notRetracted.filter((name) => rowsOf(name) > 0).map((name) => `${name} has an audit row and no effect`),
    ]),
    ...violationsOf(
      once,
      names
        .filter((name) => rowsOf(name) > formsOf(name, () => true))
        .map((name) => `${name} has ${rowsOf(name)} audit rows for ${formsOf(name, () => true)} forms`),
    ),
  ]
}
