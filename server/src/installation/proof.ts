import { createHmac } from 'node:crypto'
import type { DigestKey } from '../keyring.ts'

/** Only a process with the DIGEST_KEY of this installation can compute it, so it shows that an address leads to this installation. */
export const installationProof = (digestKey: DigestKey, challenge: string): string =>
  createHmac('sha256', digestKey('installation proof')).update(challenge).digest('hex')
