import { hash } from 'node:crypto'
import pg from 'pg'
import { emailIdentity } from '../../../src/email.ts'
import { parseId } from '../../../src/ids.ts'
import { recipientLockName } from '../../../src/recipients/lock.ts'
import type { ApiResponse, Shop } from '../../support/client.ts'
import type { Attack, Stage, Target } from '../attack.ts'
import { jsonAs, type Prepared, repeat, requestOf } from '../exchange.ts'
import { cookieOf, inboxSession } from '../inbox-session.ts'

const email = 'locked@example.com'

/** Another connection locks a recipient and their messages, while the business sends every kind of request for them. */
export const lockedRecipientAttacks: Attack[] = [
  {
    name: 'locked-recipient',
    title:
      'another connection locks a recipient; 60 pushes, 10 × `PUT …/phone`, batches, retractions and inbox posts to it',
    prepare,
    lock,
    start(target) {
      const push = JSON.stringify(pushTo(email))
      const paths = target.messageIds.map((id) => `/api/v1/messages/${id}/retract`)
      const form = { ...cookieOf(target), 'Content-Type': 'application/x-www-form-urlencoded' }
      const json = (method: string, path: string, body: string): Prepared =>
        requestOf(method, path, jsonAs(target), body)
      const pauseMilliseconds = 20
      repeat(target, [json('POST', '/api/v1/messages', push)], { connections: 60, pauseMilliseconds })
      repeat(target, [json('PUT', `/api/v1/recipients/${email}/phone`, '{"phone":"+447700900123"}')], {
        connections: 10,
        pauseMilliseconds,
      })
      repeat(target, [json('POST', '/api/v1/messages/batch', `{"messages":[${push}]}`)], {
        connections: 10,
        pauseMilliseconds,
      })
      repeat(
        target,
        paths.map((path) => json('POST', path, '')),
        { connections: 10, pauseMilliseconds },
      )
      repeat(
        target,
        [
          requestOf(
            'POST',
            `${target.inboxPath}/settings/texts`,
            form,
            `proof=${encodeURIComponent(target.formToken)}`,
          ),
        ],
        {
          connections: 10,
          pauseMilliseconds,
        },
      )
    },
  },
]

const pushTo = (address: string): object => ({ recipient_email: address, subject: 'S', body: 'B', notify: false })

let pushes = 0
const push = ({ call }: Shop): Promise<ApiResponse> =>
  call('POST', '/api/v1/messages', { body: pushTo(email), headers: { 'Idempotency-Key': `first-${pushes++}` } })

async function prepare(stage: Stage): Promise<Partial<Target>> {
  const responses = await Promise.all(Array.from({ length: 10 }, () => push(stage.shop)))
  const messageIds = responses.map(({ json }) => json.id as string)
  const { rows } = await stage.sql.query<{ recipient_id: string }>('select recipient_id from messages where id = $1', [
    parseId('msg', messageIds[0]!),
  ])
  return { email, messageIds, ...inboxSession(stage, rows[0]!.recipient_id) }
}

/** Takes the advisory lock of the address, as `lockRecipients` does, and locks the rows. */
async function lock({ service, businessId }: Stage, { messageIds }: Target): Promise<() => Promise<void>> {
  const locker = new pg.Client({ connectionString: service.config.databaseUrl, application_name: 'locker' })
  await locker.connect()
  await locker.query('begin')
  const key = hash('sha256', recipientLockName(businessId, emailIdentity(email)), 'buffer').readBigInt64BE()
  await locker.query('select pg_advisory_xact_lock($1)', [key.toString()])
  await locker.query('select from messages where id = any($1::uuid[]) for update', [
    messageIds.map((id) => parseId('msg', id)),
  ])
  await locker.query('select from recipients where business_id = $1 and email = $2 for update', [businessId, email])
  return async () => {
    await locker.query('rollback')
    await locker.end()
  }
}
