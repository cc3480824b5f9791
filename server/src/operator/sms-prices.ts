import { Type } from 'typebox'
import { audited, changed } from '../audit/audited.ts'
import { registry } from '../channels/registry.ts'
import type { Database } from '../db/database.ts'
import { done, refused } from '../errors.ts'
import { defineOperation } from '../operation.ts'
import { pageQuery, pageSchema } from '../paging.ts'
import { destinations } from '../phone.ts'
import { literal, named } from '../schema.ts'
import { addDestination, allDestinations, type Destination, lockDestination, setDestination } from './sms-prices.sql.ts'

const destinationSettings = {
  credits: Type.Integer({ minimum: 1, maximum: 100, description: 'The price of a text in credits.' }),
  open: Type.Boolean({
    description: 'Whether texts are sent there. Texts to a closed destination are skipped as `country_not_allowed`.',
  }),
}
const destinationCode = Type.String({
  description: 'The destination, ISO 3166-1 alpha-2. GG, JE and IM are part of GB.',
})
const smsPrice = named(
  'SmsPrice',
  Type.Object(
    {
      country: destinationCode,
      ...destinationSettings,
    },
    { description: 'A destination of texts.' },
  ),
)
const smsPriceList = pageSchema('SmsPriceList', 'A page of destinations, in the order of their codes.', smsPrice)
const countryPath = Type.Object({ country: destinationCode })

/** All destinations, in the order of their codes. */
export const listSmsPrices = defineOperation({
  access: 'operator',
  effect: 'read',
  roles: ['support', 'finance'],
  name: 'listSmsPrices',
  tag: 'SMS prices',
  description:
    'Lists the destinations of texts with their prices, and whether they are open. Destinations of frequent fraud are closed until you open them.',
  method: 'GET',
  path: '/operator/v1/sms-prices',
  summary: 'List the destinations of texts, with their prices',
  query: Type.Object({
    open: Type.Optional(
      literal(['true', 'false'], { description: '`true`: only open destinations. `false`: only closed ones.' }),
    ),
    ...pageQuery('country-cursor'),
  }),
  response: smsPriceList,
  async handle({ db }, { query: { open, limit = 50, cursor = '' } }) {
    const listed = (await readDestinations(db)).filter(
      (price) => price.country > cursor && (open === undefined || String(price.open) === open),
    )
    const items = listed.slice(0, limit)
    return done({ items, next_cursor: listed.length > limit ? items.at(-1)!.country : null })
  },
})

export const readSmsPrice = defineOperation({
  access: 'operator',
  effect: 'read',
  roles: ['support', 'finance'],
  name: 'readSmsPrice',
  tag: 'SMS prices',
  description:
    'Returns the price of a text to one destination, and whether it is open. The price is charged when the text is queued.',
  method: 'GET',
  path: '/operator/v1/sms-prices/{country}',
  summary: 'Read the price of texts to a destination, and whether it is open',
  params: countryPath,
  response: smsPrice,
  refusals: ['sms_price.not_found'],
  async handle({ db }, { params: { country } }) {
    if (!destinations.includes(country)) return refused('sms_price.not_found')
    return done(viewOf(country, await db.all(allDestinations)))
  },
})

/** A text that was queued before the change is decided by it when it is sent. */
export const changeSmsPrice = defineOperation({
  access: 'operator',
  effect: 'change',
  roles: ['finance'],
  name: 'changeSmsPrice',
  tag: 'SMS prices',
  description:
    'Sets the price of texts to one country, and opens or closes it. A destination where texts are unavailable cannot be opened.',
  method: 'PUT',
  path: '/operator/v1/sms-prices/{country}',
  summary: 'Set the price of texts to a destination, and open or close it',
  params: countryPath,
  body: named(
    'ChangeSmsPriceRequest',
    Type.Object(destinationSettings, { description: 'The new price of the destination, and whether it is open.' }),
  ),
  response: smsPrice,
  refusals: ['sms_price.not_found', 'sms_price.unavailable'],
  handle(context, call) {
    const { country } = call.params
    const { credits, open } = call.body
    return audited(context, call, async (tx) => {
      if (!destinations.includes(country)) return refused('sms_price.not_found')
      if (open && isNeverOpen(country)) return refused('sms_price.unavailable')
      // Without a row there would be nothing to lock, and two changes could record the same values as before.
      tx.write(addDestination, { country })
      const before = await tx.one(lockDestination, { country })
      tx.write(setDestination, { country, credits, open })
      return changed(
        { country, credits, open },
        { businessId: null, target: country, before, after: { credits, open } },
      )
    })
  },
})

const alwaysClosed = registry.sms.closedDestinations
/** These cannot be opened. */
export const isNeverOpen = (country: string): boolean => alwaysClosed.includes(country)

/** All destinations, in the order of their codes. */
export async function readDestinations(db: Pick<Database, 'all'>): Promise<Destination[]> {
  const stored = await db.all(allDestinations)
  return destinations.map((country) => viewOf(country, stored))
}

/** A destination without a row costs one credit and is open. */
function viewOf(country: string, stored: Destination[]): Destination {
  const { credits, open } = stored.find((one) => one.country === country) ?? { credits: 1, open: true }
  return { country, credits, open: open && !isNeverOpen(country) }
}
