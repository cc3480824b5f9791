import { expect, test } from 'vitest'
import { formatId } from '../../../src/ids.ts'
import type { MemberAct } from '../history.ts'
import { businessId, message, messageId, verdict } from './checker.support.ts'
import { checkMemberActs } from './dashboard.ts'

const target = formatId('msg', messageId)
const act = (once: string, isAcknowledged: boolean): MemberAct => ({
  kind: 'act',
  at: 1,
  action: 'retractMessage',
  once,
  target,
  isAcknowledged,
})
const [sent, acknowledged] = [act('a', false), act('a', true)]

for (const [what, acts, rowCount, isRetracted, guarantee] of [
  ['an acknowledged form with its row', [sent, acknowledged], 1, true, null],
  ['a form without a response that had no effect', [sent], 0, false, null],
  ['a form without a response that had its effect', [sent], 1, true, null],
  ['an acknowledged form without a row', [sent, acknowledged], 0, true, 'I15'],
  ['a form with two rows', [sent, acknowledged], 2, true, 'I16'],
  ['two forms with a row each', [sent, acknowledged, act('b', true)], 2, true, null],
  ['a row without an effect', [sent], 1, false, 'I15'],
  ['a row without a form', [], 1, true, 'I16'],
] as const)
  test(`I15 I16 ${verdict(guarantee !== null)}: ${what}`, () => {
    const rows = Array.from({ length: rowCount }, () => ({ action: 'retractMessage', target, business_id: businessId }))
    const found = checkMemberActs([...acts], rows, [message({ is_retracted: isRetracted })])
    expect(found.map((violation) => violation.guarantee.split(' ')[0])).toEqual(guarantee === null ? [] : [guarantee])
  })

for (const [what, rowCount, isViolation] of [
  ['an erasure with a row of its business', 1, false],
  ['an erasure without one', 0, true],
] as const)
  test(`I15 ${verdict(isViolation)}: ${what}`, () => {
    const erasure: MemberAct = { ...acknowledged, action: 'eraseRecipient', target: formatId('biz', businessId) }
    const row = { action: 'eraseRecipient', target: null, business_id: businessId }
    expect(
      checkMemberActs(
        [erasure],
        Array.from({ length: rowCount }, () => row),
        [],
      ),
    ).toHaveLength(isViolation ? 1 : 0)
  })
