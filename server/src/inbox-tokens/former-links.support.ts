import type { Keyring } from '../keyring.ts'
import { seal } from './seal.ts'
import type { InboxTarget } from './tokens.ts'

/** Links as an earlier release wrote them: without an epoch, and the link of a text names the recipient. */
export const formerInboxLink = (keyring: Keyring, { shard, ...target }: InboxTarget, expiresAt: Date): string => {
  const expiry = Buffer.alloc(5)
  expiry.writeUIntBE(Math.floor(expiresAt.getTime() / 1000), 0, 5)
  const content = Buffer.concat([idBytes(target.businessId), idBytes(target.recipientId), expiry])
  return `/inbox/${shard}${seal(keyring('inbox link'), shard, content)}`
}

export const formerTextLink = (keyring: Keyring, { shard, recipientId }: InboxTarget, expiresAt: Date): string => {
  const day = Buffer.alloc(2)
  day.writeUInt16BE(Math.ceil(expiresAt.getTime() / 86_400_000))
  return `/i/${shard}${seal(keyring('text link'), shard, Buffer.concat([idBytes(recipientId), day]), 8)}`
}

const idBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')
