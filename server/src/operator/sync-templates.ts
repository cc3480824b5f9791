import { Type } from 'typebox'
import { audited, changed } from '../audit/audited.ts'
import { createTemplatePlatform } from '../channels/whatsapp/template-platform.ts'
import { templateStates } from '../channels/whatsapp/template-states.ts'
import {
  type Creation,
  missingTemplates,
  syncActions,
  syncedTemplates,
} from '../channels/whatsapp/template-sync.decide.ts'
import { templateDefinitions } from '../channels/whatsapp/templates.ts'
import { done, refused } from '../errors.ts'
import { defineOperation, type OperatorCall } from '../operation.ts'
import { orderStatuses } from '../order-status.ts'
import { literal, named, nullable } from '../schema.ts'
import { lockTemplates, setTemplates } from './sql.ts'

const synced = named(
  'SyncedTemplate',
  Type.Object(
    {
      order_status: literal(orderStatuses, { description: 'The order status that the template announces.' }),
      name: Type.String({ description: 'The name of the template at the platform.' }),
      action: literal(syncActions, {
        description:
          'What was done. `created`: the platform lacked the template and has it now. `state_changed`: it exists, and another state was recorded. `unchanged`: the recorded state was correct. `failed`: the platform refused to create it.',
      }),
      state: literal(templateStates, {
        description: 'The review state that is recorded now. Only an approved template is sent.',
      }),
      platform_status: nullable(
        Type.String({
          description: 'The status at the platform, such as `APPROVED`. Null if it does not list the template.',
        }),
      ),
      category: nullable(
        Type.String({
          description:
            'The category at the platform. It charges more for another one than `UTILITY`. Null if it does not list the template.',
        }),
      ),
      problem: nullable(
        Type.String({
          description: 'Why the platform refused to create the template, in its words. Null if it did not.',
        }),
      ),
    },
    { description: 'What the synchronisation did with one template.' },
  ),
)

/** Requests to the platform are made outside of a transaction, because they may take seconds. */
export const syncTemplates = defineOperation({
  access: 'operator',
  effect: 'change',
  roles: [],
  name: 'syncTemplates',
  tag: 'WhatsApp templates',
  description:
    'Creates the WhatsApp templates that the business account at the platform lacks, reads the review state of each and records it. It can be repeated: a template that exists is not created again. A template that the platform refuses does not prevent the others. Repeat it until every template is approved, and after the platform sent an email about one. It needs `account_id` in `WHATSAPP_URL`.',
  method: 'POST',
  path: '/operator/v1/whatsapp-templates/sync',
  summary: 'Create the WhatsApp templates at the platform and record their states',
  response: named(
    'SyncedTemplateList',
    Type.Object(
      { items: Type.Array(synced, { description: 'One template for each order status.' }) },
      { description: 'What the synchronisation did with each template.' },
    ),
  ),
  refusals: ['whatsapp_template.account_not_set', 'whatsapp_template.platform_failed'],
  async handle(context, call) {
    const refuse = (code: 'whatsapp_template.account_not_set' | 'whatsapp_template.platform_failed') =>
      audited<never>(context, call, async () => refused(code))
    const { whatsapp, publicUrl } = context
    if (whatsapp?.accountId == null) return refuse('whatsapp_template.account_not_set')
    const platform = createTemplatePlatform({ ...whatsapp, accountId: whatsapp.accountId })
    const wanted = templateDefinitions(publicUrl)
    const before = await platform.list()
    if (before === null) return refuse('whatsapp_template.platform_failed')
    const missing = missingTemplates(wanted, before)
    if (missing.length > 0) {
      // What is created at the platform cannot be rolled back, so it has a row of its own before.
      const creating = missing.map(({ definition }) => definition.name)
      const announced = await audited<null>(context, call, async () =>
        changed(null, { businessId: null, target, before: null, after: { creating } }),
      )
      if ('refused' in announced) return announced as never
    }
    const creations: Creation[] = []
    for (const { definition } of missing)
      creations.push({ name: definition.name, problem: await platform.create(definition) })
    const listed = missing.length === 0 ? before : ((await platform.list()) ?? before)
    return record(context, call, (stored) => syncedTemplates(wanted, listed, creations, stored))
  },
})

const target = 'whatsapp-templates'

function record(
  context: Parameters<typeof audited>[0],
  call: OperatorCall,
  decide: (stored: Parameters<typeof syncedTemplates>[3]) => ReturnType<typeof syncedTemplates>,
) {
  return audited(context, call, async (tx) => {
    const stored = await tx.all(lockTemplates)
    const items = decide(stored)
    const isNew = ({ order_status, state }: (typeof items)[number]): boolean =>
      stored.some((one) => one.order_status === order_status && one.state !== state)
    const templates = items.filter(isNew).map(({ order_status, state }) => ({ order_status, state }))
    if (templates.length === 0) return done({ items })
    tx.write(setTemplates, {
      templates: templates.map(({ order_status: orderStatus, state }) => ({ orderStatus, state })),
    })
    const statesOf = (rows: typeof stored): Record<string, string> =>
      Object.fromEntries(
        rows
          .filter((row) => templates.some(({ order_status }) => order_status === row.order_status))
          .map((row) => [row.order_status, row.state]),
      )
    return changed({ items }, { businessId: null, target, before: statesOf(stored), after: statesOf(templates) })
  })
}
