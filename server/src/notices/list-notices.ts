import { Type } from 'typebox'
import { done } from '../errors.ts'
import { formatId } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { nullable } from '../schema.ts'
import { newestNotices } from './sql.ts'

/** Returns the newest 100 notices. */
export const listNotices = defineOperation({
  access: 'operator',
  effect: 'read',
  roles: ['support', 'finance'],
  name: 'listNotices',
  method: 'GET',
  path: '/operator/v1/notices',
  summary: 'List notices for the operator, newest first',
  response: Type.Object({
    items: Type.Array(
      Type.Object({
        id: Type.String(),
        business_id: nullable(Type.String()),
        kind: Type.String({ description: 'What happened, such as sending_paused.' }),
        detail: Type.Object({}, { additionalProperties: true, description: 'Why, in figures.' }),
        at: Type.String({ format: 'date-time' }),
      }),
    ),
  }),
  async handle({ db }) {
    const rows = await db.all(newestNotices)
    return done({
      items: rows.map((row) => ({
        ...row,
        id: formatId('ntc', row.id),
        business_id: row.business_id === null ? null : formatId('biz', row.business_id),
        at: row.at.toISOString(),
      })),
    })
  },
})
