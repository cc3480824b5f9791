import { Type } from 'typebox'
import { audited, changed } from '../audit/audited.ts'
import { emailIdentity } from '../email.ts'
import { done, refused } from '../errors.ts'
import { formatId } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { pageQuery, pageSchema, pageStart, toPage } from '../paging.ts'
import { addressDigests } from '../recipients/digest.ts'
import { described, growing, moment, named, nullable } from '../schema.ts'
import {
  findPlatformSuppression,
  liftPlatformSuppression,
  type PlatformSuppression,
  platformSuppressionPage,
  suppressionReasons,
  suppressionsAtBusinesses,
} from '../suppressions/operator.sql.ts'

const addressPath = Type.Object({
  email: Type.String({ format: 'email', description: 'The address, percent-encoded.' }),
})
const times = {
  bounced_at: moment('The last permanent bounce that a provider reported.'),
  expires_at: moment('When the suppression ends: 90 days after the last permanent bounce.'),
}

const sharedSuppression = named(
  'SharedSuppression',
  Type.Object(
    {
      id: Type.String({
        description: 'The id of the suppression, with the prefix `sup_`. It does not show the address.',
      }),
      ...times,
    },
    { description: 'Emails to an address are skipped as `platform_suppressed`, for every live business.' },
  ),
)
const businessSuppression = named(
  'BusinessSuppression',
  Type.Object(
    {
      business_id: Type.String({ description: 'The business that sends no email to the address.' }),
      reason: growing(
        suppressionReasons,
        '`bounced`: an email came back for good. `complained`: the recipient marked one as spam. `unsubscribed`: the recipient stopped all updates of the business.',
      ),
      created_at: moment('When it was stored. After an erasure, the time of an unsubscription is not known exactly.'),
    },
    { description: 'One business sends no email to an address.' },
  ),
)
const suppressionList = pageSchema('SuppressionList', 'A page of shared suppressions, newest first.', sharedSuppression)

/** Digests cannot be read, so the list shows times and an opaque id. */
export const listSuppressions = defineOperation({
  access: 'operator',
  effect: 'read',
  roles: ['support'],
  name: 'listSuppressions',
  tag: 'Suppressions',
  description:
    'Lists the addresses that no business sends email to. The addresses are stored as digests, so an entry has an id and times only.',
  method: 'GET',
  path: '/operator/v1/suppressions',
  summary: 'List the suppressions that are shared by all businesses, newest first',
  query: Type.Object(pageQuery('suppression-cursor')),
  response: suppressionList,
  async handle({ db }, { query }) {
    const page = pageStart('sup', query)
    const rows = await db.all(platformSuppressionPage, page)
    return done(toPage(rows.map(viewOf), page))
  },
})

/** An address without suppressions gets an empty result, because the operator wants to know that there are none. */
export const readSuppressions = defineOperation({
  access: 'operator',
  effect: 'read',
  roles: ['support'],
  name: 'readSuppressions',
  tag: 'Suppressions',
  description:
    'Returns everything that stops email to an address: the suppression that all businesses share, the suppressions of single businesses, and unsubscriptions from the updates of a business, also after an erasure. Only the shared one can be lifted.',
  method: 'GET',
  path: '/operator/v1/suppressions/{email}',
  summary: 'Read what stops email to an address, for all businesses and for single ones',
  params: addressPath,
  response: named(
    'AddressSuppressions',
    Type.Object(
      {
        platform: nullable(
          described('The suppression that applies to every live business. Null if there is none.', sharedSuppression),
        ),
        businesses: Type.Array(businessSuppression, {
          description:
            'The suppressions and unsubscriptions of single businesses, newest 100. A business is listed once for each reason.',
        }),
      },
      { description: 'Why an address gets no email.' },
    ),
  ),
  async handle({ db, digestKey }, { params }) {
    const email = emailIdentity(params.email)
    const { platformDigest } = addressDigests(digestKey, '', email)
    const platform = await db.one(findPlatformSuppression, { platformDigest })
    const businesses = await db.all(suppressionsAtBusinesses, { email, platformDigest })
    return done({
      platform: platform && viewOf(platform),
      businesses: businesses.map(({ business_id, reason, created_at }) => ({
        business_id: formatId('biz', business_id),
        reason,
        created_at: created_at.toISOString(),
      })),
    })
  },
})

/** An unsubscription, a complaint or a bounce at a business is not lifted. The next permanent bounce suppresses again. */
export const liftSuppression = defineOperation({
  access: 'operator',
  effect: 'change',
  roles: ['support'],
  name: 'liftSuppression',
  tag: 'Suppressions',
  description:
    'Lifts the suppression that all businesses share, with a reason for the audit log. The next permanent bounce restores it.',
  method: 'DELETE',
  path: '/operator/v1/suppressions/{email}',
  summary: 'Lift the suppression of an address that is shared by all businesses',
  params: addressPath,
  query: Type.Object({
    reason: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'Why it is lifted. The audit log stores it for ever, so leave out names and addresses of people.',
    }),
  }),
  success: 'no_content',
  refusals: ['suppression.not_found'],
  handle(context, call) {
    const { platformDigest } = addressDigests(context.digestKey, '', emailIdentity(call.params.email))
    return audited(context, call, async (tx) => {
      const lifted = await tx.one(liftPlatformSuppression, { platformDigest })
      if (lifted === null) return refused('suppression.not_found')
      const [before, after] = [timesOf(lifted), { reason: call.query.reason }]
      // Without the address, because no erasure would find it: the suppression belongs to no recipient.
      return changed(null, { businessId: null, target: formatId('sup', lifted.id), before, after })
    })
  },
})

const viewOf = (row: PlatformSuppression) => ({ id: formatId('sup', row.id), ...timesOf(row) })
const timesOf = ({ bounced_at, expires_at }: PlatformSuppression) => ({
  bounced_at: bounced_at.toISOString(),
  expires_at: expires_at.toISOString(),
})
