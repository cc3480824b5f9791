import type { Shop } from '../../support/client.ts'
import type { Asker } from '../client.ts'
import type { Deployment } from '../deployment.ts'
import type { Fate } from './fates.ts'

export type PushBody = Record<string, unknown> & { recipient_email: string; subject: string }
/** An acknowledged push of a message of its own. */
export type Pushed = { shop: Shop; key: string; body: PushBody; id: string; phone: string | null }

/** One client: it does one thing after another, by chances of its own. What others have pushed lately it knows too. */
export type Lane = Asker & { deployment: Deployment; shops: Shop[]; pushed: Pushed[]; fates: Fate[]; mark: string }
export type Act = (lane: Lane) => Promise<unknown>
