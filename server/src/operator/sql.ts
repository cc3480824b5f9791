import type { TemplateState } from '../channels/whatsapp/template-states.ts'
import { startAfter } from '../db/page.ts'
import { statement } from '../db/statement.ts'
import type { OrderStatus } from '../order-status.ts'
import { type Business, type ChangeBusinessRequest, settingNames } from './businesses.schema.ts'

export type BusinessRow = Omit<Business, 'created_at'> & { created_at: Date }

const columns = `b.id, b.mode, (select t.id from businesses t where t.live_business_id = b.id) as test_business_id, b.live_business_id,
          ${settingNames.map((name) => `b.${name}`).join(', ')}, b.logo is not null as has_logo, b.created_at`

export const insertBusiness = statement<Pick<Business, 'id' | 'mode' | 'name'> & { shard: string }>(
  'operator.insert_business',
  `insert into businesses (id, shard, mode, name) values ($id, $shard, $mode, $name)`,
)

/** An omitted setting is not changed. */
export const changeSettings = statement<{ id: string; settings: ChangeBusinessRequest }, BusinessRow>(
  'operator.change_settings',
  `update businesses b
      set (${settingNames.join(', ')}) =
          (select ${settingNames.map((name) => `n.${name}`).join(', ')} from jsonb_populate_record(b, $settings::jsonb) n),
          -- The warm-up limit of a new account starts when SMS is first enabled.
          sms_enabled_at = coalesce(b.sms_enabled_at,
                                    case when coalesce($settings::jsonb ->> 'sms', b.sms) <> 'not_enabled' then clock_now() end)
    where b.id = $id
   returning ${columns}`,
)

export const lockBusiness = statement<{ id: string | null }, BusinessRow>(
  'operator.lock_business',
  `select ${columns} from businesses b where b.id = $id for no key update`,
)

export const findLogo = statement<{ id: string }, { logo: Buffer | null }>(
  'operator.find_logo',
  `select logo from businesses where id = $id`,
)
export const lockLogo = statement<{ id: string | null }, { logo: Buffer | null }>(
  'operator.lock_logo',
  `select logo from businesses where id = $id for no key update`,
)
/** Of both sides, because they have the same brand. */
export const storeLogo = statement<{ id: string; logo: Buffer | null }>(
  'operator.store_logo',
  `update businesses set logo = $logo::bytea where id = $id or live_business_id = $id`,
)

export const findBusiness = statement<{ id: string | null }, BusinessRow>(
  'operator.find_business',
  `select ${columns} from businesses b where b.id = $id`,
)

/**
 * `query` is a part of the name or of the owner's address, or the id. A search reads at most all businesses, newest first. A test
 * side is listed only by its id: by its name and its owner it would appear beside its live business, which shows its id.
 */
export const businessPage = statement<
  { query: string | null; id: string | null; after: string | null; limit: number },
  BusinessRow
>(
  'operator.business_page',
  `select ${columns}
     from businesses b
    where (b.id = $id
           or (b.live_business_id is null
               and ($query::text is null or strpos(lower(b.name), lower($query)) > 0
                    or strpos(lower(b.contact_email), lower($query)) > 0)))
      and (b.created_at, b.id) < ${startAfter('select created_at, id from businesses where id = $after::uuid', '$after')}
    order by b.created_at desc, b.id desc
    limit $limit`,
)

type Template = { state: TemplateState }
export const listTemplateStates = statement<null, Template & { order_status: OrderStatus }>(
  'operator.list_templates',
  `select order_status, state from whatsapp_templates order by order_status`,
)
export const lockTemplate = statement<{ orderStatus: string }, Template>(
  'operator.lock_template',
  `select state from whatsapp_templates where order_status = $orderStatus for update`,
)
export const lockTemplates = statement<null, Template & { order_status: OrderStatus }>(
  'operator.lock_templates',
  `select order_status, state from whatsapp_templates order by order_status for update`,
)
export const setTemplates = statement<{ templates: (Template & { orderStatus: OrderStatus })[] }>(
  'operator.set_templates',
  `update whatsapp_templates t set state = templates.state
     from $templates(order_status text, state text)
    where t.order_status = templates.order_status`,
)
export const setTemplate = statement<Template & { orderStatus: string }>(
  'operator.set_template',
  `update whatsapp_templates set state = $state where order_status = $orderStatus`,
)
