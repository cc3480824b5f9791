import type { Attack } from './attack.ts'
import { batchAttacks } from './attacks/batches.ts'
import { callbackAttacks } from './attacks/callbacks.ts'
import { dashboardAttacks } from './attacks/dashboard.ts'
import { erasureAttacks } from './attacks/erasure.ts'
import { lockedRecipientAttacks } from './attacks/locked-recipient.ts'
import { plantedAttacks } from './attacks/planted.ts'
import { slowAttacks } from './attacks/slow.ts'
import { smallAttacks } from './attacks/small.ts'
import { unreadAttacks } from './attacks/unread.ts'
import { validationAttacks } from './attacks/validation.ts'

/** The attacks that the service must withstand. */
export const attacks: Attack[] = [
  ...callbackAttacks,
  ...validationAttacks,
  ...unreadAttacks,
  ...slowAttacks,
  ...smallAttacks,
  ...lockedRecipientAttacks,
  ...erasureAttacks,
  ...batchAttacks,
  ...dashboardAttacks,
]

/** The attacks that an attacker process can run. */
export const allAttacks: Attack[] = [...attacks, ...plantedAttacks]
