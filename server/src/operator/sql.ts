import { positional } from '../db/statement.ts'
import type { Plan } from '../plan/plan.decide.ts'
import { type Business, settingNames } from './businesses.schema.ts'

export type BusinessRow = Omit<Business, 'created_at'> & { created_at: Date }

const columns = `id, mode, ${settingNames.join(', ')}, created_at`

export const insertBusiness = positional<never>(
  'operator.insert_business',
  `insert into businesses (id, shard, mode, name) values ($1, $2, $3, $4)`,
)

/** The settings come as a JSON object; what it leaves out stays as it is. */
export const changeSettings = positional<BusinessRow>(
  'operator.change_settings',
  `update businesses b
      set (${settingNames.join(', ')}) =
          (select ${settingNames.map((name) => `n.${name}`).join(', ')} from jsonb_populate_record(b, $2::jsonb) n),
          -- A new account's daily limit counts from the day it was first allowed to text.
          sms_enabled_at = coalesce(b.sms_enabled_at,
                                    case when coalesce($2::jsonb ->> 'sms', b.sms) <> 'not_enabled' then clock_now() end)
    where b.id = $1
   returning ${columns}`,
)

export const lockPlan = positional<{ plan: Plan }>(
  'operator.lock_plan',
  `select plan from businesses where id = $1 for no key update`,
)

export const findBusiness = positional<BusinessRow>(
  'operator.find_business',
  `select ${columns} from businesses where id = $1`,
)

export const setTemplate = positional<{ state: 'approved' | 'in_review' | 'paused' | 'rejected' }>(
  'operator.set_template',
  `update whatsapp_templates set state = $2 where order_status = $1 returning state`,
)
