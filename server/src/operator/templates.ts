import { Type } from 'typebox'
import { audited, changed } from '../audit/audited.ts'
import { done, refused } from '../errors.ts'
import { defineOperation } from '../operation.ts'
import { literal } from '../schema.ts'
import { listTemplateStates, lockTemplate, setTemplate } from './sql.ts'

const state = literal(['approved', 'in_review', 'paused', 'rejected'])
const templateState = Type.Object({ state })

export const listTemplates = defineOperation({
  access: 'operator',
  effect: 'read',
  roles: ['support'],
  name: 'listTemplates',
  method: 'GET',
  path: '/operator/v1/whatsapp-templates',
  summary: 'List the WhatsApp templates and their review states',
  response: Type.Object({ items: Type.Array(Type.Object({ order_status: Type.String(), state })) }),
  handle: async ({ db }) => done({ items: await db.all(listTemplateStates) }),
})

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
    const [target, after] = [call.params.order_status, { state: call.body.state }]
    return audited(context, call, async (tx) => {
      const before = await tx.one(lockTemplate, { orderStatus: target })
      if (before === null) return refused('whatsapp_template.not_found')
      tx.write(setTemplate, { orderStatus: target, ...after })
      return changed(after, { businessId: null, target, before, after })
    })
  },
})
