import { randomUUIDv7 } from 'node:crypto'
import { insertAttempt } from '../src/dashboard/people/sign-in.sql.ts'
import { signInLink } from '../src/dashboard/people/sign-in-link.ts'
import { ensurePerson, storeMember } from '../src/dashboard/people/sql.ts'
import { emailIdentity } from '../src/email.ts'
import { parseId } from '../src/ids.ts'
import { createKeyring } from '../src/keyring.ts'
import { withDatabase } from '../src/migrate-all.ts'

type DemoShop = { databaseUrl: string; secretKey: string; publicUrl: string; businessId: string }
export const ownerAddress = 'owner@demo-shop.example'
const days = 7

/** A link that signs in the owner of the demo shop, once, in whichever browser opens it first. Only for development. */
export const createDashboardLink = (shop: DemoShop): Promise<string> =>
  withDatabase(shop.databaseUrl, (db) =>
    db.transaction(async (tx) => {
      const person = await tx.one(ensurePerson, {
        id: randomUUIDv7(),
        email: emailIdentity(ownerAddress),
        displayedEmail: ownerAddress,
        name: 'Demo Owner',
      })
      const [businessId, personId] = [parseId('biz', shop.businessId)!, person!.id]
      tx.write(storeMember, { businessId, personId, role: 'owner' })
      const id = randomUUIDv7()
      tx.write(insertAttempt, {
        id,
        method: 'link',
        browserHash: null,
        personId,
        secret: null,
        minutes: days * 24 * 60,
      })
      const keyring = createKeyring([{ id: '0', bytes: Buffer.from(shop.secretKey, 'base64') }])
      return signInLink({ keyring, publicUrl: shop.publicUrl }, id)
    }),
  )
