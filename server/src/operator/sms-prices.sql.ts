import { statement } from '../db/statement.ts'

export type Destination = { country: string; credits: number; open: boolean }
export const allDestinations = statement<null, Destination>(
  'operator.sms_prices',
  `select destination as country, credits, open from sms_prices`,
)

export const addDestination = statement<{ country: string }>(
  'operator.add_sms_price',
  `insert into sms_prices (destination, credits) values ($country, 1) on conflict (destination) do nothing`,
)

export const lockDestination = statement<{ country: string }, Pick<Destination, 'credits' | 'open'>>(
  'operator.lock_sms_price',
  `select credits, open from sms_prices where destination = $country for no key update`,
)

export const setDestination = statement<Destination>(
  'operator.set_sms_price',
  `update sms_prices set credits = $credits, open = $open where destination = $country`,
)
