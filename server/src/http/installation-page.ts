import type { Context } from '../context.ts'
import { installationProof } from '../installation/proof.ts'
import { get, type Page } from './pages.ts'
import { json, page, refusal } from './response.ts'
import { validationError } from './validation-error.ts'

/**
 * Proves to the doctor that PUBLIC_URL leads to this installation. Its path begins as those of the callbacks, so that a proxy that
 * forwards them forwards this one too.
 */
export const installationPage = ({ digestKey }: Pick<Context, 'digestKey'>): Page =>
  get('installationProof', '/callbacks/installation', 'query', ({ query }) => {
    const challenge = new URLSearchParams(query).get('challenge') ?? ''
    if (!/^[0-9a-f]{32}$/.test(challenge)) return refusal('common.validation_failed', {}, [invalidChallenge(challenge)])
    return page(json, JSON.stringify({ proof: installationProof(digestKey, challenge) }))
  })

const invalidChallenge = (given: string) =>
  validationError('string_pattern_mismatch', ['query', 'challenge'], 'String should be 32 hexadecimal digits', given)
