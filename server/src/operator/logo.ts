import { hash } from 'node:crypto'
import { Type } from 'typebox'
import { audited, changed } from '../audit/audited.ts'
import { maxLogoBytes, maxLogoHeight, maxLogoWidth, readLogo } from '../brand/logo.ts'
import { done, refused } from '../errors.ts'
import { parseId } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { businessPath, named } from '../schema.ts'
import { business } from './businesses.schema.ts'
import { businessView } from './businesses.ts'
import { findBusiness, lockLogo, storeLogo } from './sql.ts'

const logoRequest = named(
  'LogoRequest',
  Type.Object(
    {
      png: Type.String({
        maxLength: Math.ceil(maxLogoBytes / 3) * 4,
        pattern: '^[A-Za-z0-9+/]+={0,2}$',
        description: `A PNG in base64, with at most ${maxLogoBytes / 1024} KiB and ${maxLogoWidth} by ${maxLogoHeight} pixels.`,
      }),
    },
    { description: 'The picture.' },
  ),
)

/** An owner does it in the dashboard. */
export const setLogo = defineOperation({
  access: 'operator',
  effect: 'change',
  roles: [],
  name: 'setLogo',
  tag: 'Businesses',
  description:
    'Sets or replaces the logo that the inbox of the business shows above its name, on both sides. Only what is displayed is stored, not what else the file contains, such as where and by whom it was made.',
  method: 'PUT',
  path: '/operator/v1/businesses/{business_id}/logo',
  summary: 'Set the logo of a business',
  params: businessPath,
  body: logoRequest,
  response: business,
  refusals: ['business.not_found'],
  handle(context, call) {
    const { png } = call.body
    const read = readLogo(Buffer.from(png, 'base64'))
    const id = parseId('biz', call.params.business_id)
    return audited(context, call, async (tx) => {
      if ('problem' in read)
        return { invalid: [{ type: 'value_error', loc: ['png'], msg: `Value error, ${read.problem}`, input: png }] }
      const { logo } = read
      const before = await tx.one(lockLogo, { id })
      if (id === null || before === null) return refused('business.not_found')
      const isChanged = before.logo?.equals(logo) !== true
      if (isChanged) await tx.one(storeLogo, { id, logo })
      const view = businessView((await tx.one(findBusiness, { id }))!)
      if (!isChanged) return done(view)
      const values = { before: { logo: nameOf(before.logo) }, after: { logo: nameOf(logo) } }
      return changed(view, { businessId: id, target: view.id, ...values })
    })
  },
})

export const removeLogo = defineOperation({
  access: 'operator',
  effect: 'change',
  roles: [],
  name: 'removeLogo',
  tag: 'Businesses',
  description: 'Removes the logo of the business from its inbox, on both sides. Without one it changes nothing.',
  method: 'DELETE',
  path: '/operator/v1/businesses/{business_id}/logo',
  summary: 'Remove the logo of a business',
  params: businessPath,
  success: 'no_content',
  refusals: ['business.not_found'],
  handle(context, call) {
    const id = parseId('biz', call.params.business_id)
    return audited(context, call, async (tx) => {
      const before = await tx.one(lockLogo, { id })
      if (id === null || before === null) return refused('business.not_found')
      if (before.logo === null) return done(null)
      tx.write(storeLogo, { id, logo: null })
      const values = { before: { logo: nameOf(before.logo) }, after: { logo: null } }
      return changed(null, { businessId: id, target: call.params.business_id, ...values })
    })
  },
})

/** The audit log names a picture by its digest. */
const nameOf = (logo: Buffer | null): string | null =>
  logo === null ? null : `SHA-256 ${hash('sha256', logo, 'hex').slice(0, 16)}`
