import { type Static, Type } from 'typebox'
import type { Context } from '../context.ts'
import { done, type Outcome, refused } from '../errors.ts'
import { literal } from '../schema.ts'
import { setTemplate } from './sql.ts'

export const templatePath = Type.Object({ order_status: Type.String() })
export const templateState = Type.Object({ state: literal(['approved', 'in_review', 'paused', 'rejected']) })

/** What the platform says of a WhatsApp template. It is one for all businesses. */
export async function changeTemplate(
  { db }: Context,
  orderStatus: string,
  { state }: Static<typeof templateState>,
): Promise<Outcome<Static<typeof templateState>>> {
  const changed = await db.one(setTemplate, [orderStatus, state])
  return changed === null ? refused('whatsapp_template.not_found') : done(changed)
}
