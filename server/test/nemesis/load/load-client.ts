import type { Shop } from '../../support/client.ts'
import type { Caller } from '../client.ts'
import type { SupervisedDeployment } from '../deployment.ts'
import type { SubmissionBehaviour } from './submission-behaviours.ts'

export type PushBody = Record<string, unknown> & { recipient_email: string; subject: string }
/** An acknowledged push that created a message. */
export type Pushed = { shop: Shop; key: string; body: PushBody; id: string; phone: string | null }

/**
 * One client, which performs one random action after another. `pushed` and `links` are shared: they have the latest pushes of
 * all clients, and links that recipients got.
 */
export type LoadClient = Caller & {
  deployment: SupervisedDeployment
  shops: Shop[]
  testSides: Shop[]
  pushed: Pushed[]
  links: string[]
  behaviours: SubmissionBehaviour[]
  label: string
}
export type Action = (client: LoadClient) => Promise<unknown>
