import { Type } from 'typebox'
import { audited, changed } from '../audit/audited.ts'
import { refused } from '../errors.ts'
import { defineOperation } from '../operation.ts'
import { literal } from '../schema.ts'
import { lockTemplate, setTemplate } from './sql.ts'

const templateState = Type.Object({ state: literal(['approved', 'in_review', 'paused', 'rejected']) })

/** Templates are shared by all businesses. */
export const changeTemplate = defineOperation({
  access: 'operator',
  effect: 'change',
  roles: [],
  name: 'changeTemplate',
  method: 'PUT',
  path: '/operator/v1/whatsapp-templates/{order_status}',
  summary: 'Record the review state of a WhatsApp template',
  params: Type.Object({ order_status: Type.String() }),
  body: templateState,
  response: templateState,
  refusals: ['whatsapp_template.not_found'],
  handle(context, call) {
    const [target, { state }] = [call.params.order_status, call.body]
    return audited(context, call, async (tx) => {
      const before = await tx.one(lockTemplate, { orderStatus: target })
      if (before === null) return refused('whatsapp_template.not_found')
      tx.write(setTemplate, { orderStatus: target, state })
      return changed({ state }, { businessId: null, target, before, after: { state } })
    })
  },
})
