import { attempt } from '../channels/attempt.ts'
import type { Context } from '../context.ts'
import { lockSealedByOthers, type StoredEndpoint, storeSecrets } from './reseal.sql.ts'
import { openSecret, sealedSecrets, sealSecret } from './secret.ts'

/** The endpoints that were changed, and the ids of those with a secret that cannot be decrypted. */
export type Resealed = { endpoints: number; unreadable: string[] }
type ResealContext = Pick<Context, 'db' | 'keyring' | 'randomBytes'>

const defaultBatchSize = 500
/** Longer than PostgreSQL takes to end the transaction of a frozen process, which may have locked an endpoint. */
const lockMilliseconds = 12_000
const beforeAllIds = '00000000-0000-0000-0000-000000000000'

/**
 * Encrypts every stored webhook secret with the first key of the ring. Each batch is a transaction that locks its rows, so a
 * concurrent rotation of a secret comes before or after it. A run that was interrupted is continued by the next one.
 */
export async function resealSecrets(context: ResealContext, batchSize = defaultBatchSize): Promise<Resealed> {
  const total: Resealed = { endpoints: 0, unreadable: [] }
  let after = beforeAllIds
  for (;;) {
    const batch = await resealBatch(context, after, batchSize)
    total.endpoints += batch.endpoints
    total.unreadable.push(...batch.unreadable)
    if (batch.last === null) return total
    after = batch.last
  }
}

async function resealBatch(
  context: ResealContext,
  after: string,
  batchSize: number,
): Promise<Resealed & { last: string | null }> {
  const [{ id: keyId }] = context.keyring('webhook secrets')
  return context.db.transaction(
    async (tx) => {
      const found = await tx.all(lockSealedByOthers, { keyId, after, limit: batchSize })
      const resealed = found.map((endpoint) => ({ id: endpoint.id, endpoint: reseal(context, endpoint) }))
      const endpoints = resealed.flatMap(({ endpoint }) => endpoint ?? [])
      if (endpoints.length > 0) tx.write(storeSecrets, { endpoints })
      return {
        endpoints: endpoints.length,
        unreadable: resealed.filter(({ endpoint }) => endpoint === undefined).map(({ id }) => id),
        last: found.at(-1)?.id ?? null,
      }
    },
    { lockMilliseconds },
  )
}

/** Undefined if a secret cannot be decrypted: the endpoint is then unchanged. */
const reseal = (context: ResealContext, endpoint: StoredEndpoint): StoredEndpoint | undefined =>
  attempt(() => {
    const [current, previous] = sealedSecrets(endpoint).map((sealed) =>
      sealSecret(context, endpoint.id, openSecret(context.keyring, endpoint.id, sealed)),
    )
    return {
      id: endpoint.id,
      secret: current!.bytes,
      secretKeyId: current!.keyId,
      previousSecret: previous?.bytes ?? null,
      previousSecretKeyId: current!.keyId,
    }
  })
