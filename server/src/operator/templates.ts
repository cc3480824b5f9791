import { Type } from 'typebox'
import { audited, changed } from '../audit/audited.ts'
import { templateStates } from '../channels/whatsapp/template-states.ts'
import { done, refused } from '../errors.ts'
import { defineOperation } from '../operation.ts'
import { orderStatuses } from '../order-status.ts'
import { literal, named } from '../schema.ts'
import { listTemplateStates, lockTemplate, setTemplate } from './sql.ts'

const state = literal(templateStates, {
  description:
    'The state of the review at the platform. Only an approved template is sent; otherwise the nudge is skipped as `template_not_sendable`.',
})
const templateState = named(
  'TemplateReview',
  Type.Object({ state }, { description: 'The review state of a template.' }),
)
const template = named(
  'WhatsAppTemplate',
  Type.Object(
    {
      order_status: literal(orderStatuses, { description: 'The order status that the template announces.' }),
      state,
    },
    { description: 'A WhatsApp template, which all businesses share.' },
  ),
)

export const listTemplates = defineOperation({
  access: 'operator',
  effect: 'read',
  roles: ['support'],
  name: 'listTemplates',
  tag: 'WhatsApp templates',
  description:
    'Lists the WhatsApp templates, one for each order status, with the review states that operators recorded. All businesses share them.',
  method: 'GET',
  path: '/operator/v1/whatsapp-templates',
  summary: 'List the WhatsApp templates and their review states',
  response: named(
    'WhatsAppTemplateList',
    Type.Object(
      { items: Type.Array(template, { description: 'One template for each order status.' }) },
      { description: 'All templates, in alphabetical order.' },
    ),
  ),
  handle: async ({ db }) => done({ items: await db.all(listTemplateStates) }),
})

/** Templates are shared by all businesses. */
export const changeTemplate = defineOperation({
  access: 'operator',
  effect: 'change',
  roles: [],
  name: 'changeTemplate',
  tag: 'WhatsApp templates',
  description:
    'Records the review state that the platform reports for a template. It applies to every business. Only an approved template is sent; a push with another one is skipped as `template_not_sendable`.',
  method: 'PUT',
  path: '/operator/v1/whatsapp-templates/{order_status}',
  summary: 'Record the review state of a WhatsApp template',
  params: Type.Object({
    order_status: Type.String({ 'x-extensible-enum': orderStatuses, description: 'The order status of the template.' }),
  }),
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
