import { Type } from 'typebox'
import { done, refused } from '../errors.ts'
import { defineOperation } from '../operation.ts'
import { literal } from '../schema.ts'
import { setTemplate } from './sql.ts'

const templateState = Type.Object({ state: literal(['approved', 'in_review', 'paused', 'rejected']) })

/** Templates are shared by all businesses. */
export const changeTemplate = defineOperation({
  access: 'operator',
  name: 'changeTemplate',
  method: 'PUT',
  path: '/operator/v1/whatsapp-templates/{order_status}',
  summary: 'Record the review state of a WhatsApp template',
  params: Type.Object({ order_status: Type.String() }),
  body: templateState,
  response: templateState,
  refusals: ['whatsapp_template.not_found'],
  async handle({ db }, { params, body: { state } }) {
    const changed = await db.one(setTemplate, { orderStatus: params.order_status, state })
    return changed === null ? refused('whatsapp_template.not_found') : done(changed)
  },
})
