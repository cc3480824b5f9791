import type { Keyring, SealingKeys } from '../keyring.ts'
import { shardOfToken } from '../shards.ts'
import { seal, unseal } from './seal.ts'

/** Identifies an inbox. Every token begins with the shard in plain text, so that a router can choose the cell without a key. */
export type InboxTarget = { shard: string; businessId: string; recipientId: string }
/**
 * Gives access to the inbox until it expires. It can be used repeatedly, because mail scanners follow a link before the reader
 * does.
 */
export type InboxPass = InboxTarget & { expiresAt: Date }
/** The content of a link. The link of a text does not contain the business. */
export type InboxLink = Omit<InboxPass, 'businessId'> & { businessId: string | null }
export const inboxPassDays = 90
export const passExpiry = (at: Date): Date => new Date(at.getTime() + inboxPassDays * 86_400_000)

export const inboxLink = (keyring: Keyring, publicUrl: string, target: InboxTarget, expiresAt: Date): string =>
  `${publicUrl}/inbox/${writePass(keyring(linkPurpose), { ...target, expiresAt })}`
export const readInboxToken = (keyring: Keyring, token: string): InboxPass | null =>
  readPass(keyring(linkPurpose), token)

/**
 * The link of a text, which must be short: it contains the recipient, the day of expiry and a MAC of half the length. The
 * business is read from the database. Eight bytes cannot be guessed: at a thousand guesses a second, and with eight
 * accepted keys, it would take 70 million years.
 */
export const textLink = (keyring: Keyring, publicUrl: string, target: InboxTarget, expiresAt: Date): string => {
  const day = Buffer.alloc(textDayBytes)
  day.writeUIntBE(Math.ceil(expiresAt.getTime() / millisecondsPerDay), 0, textDayBytes)
  const content = Buffer.concat([Buffer.from(target.recipientId.replaceAll('-', ''), 'hex'), day])
  return `${publicUrl}/i/${target.shard}${seal(keyring(textPurpose), target.shard, content, textMacBytes)}`
}

/** The shard of the token of a text's link, valid or not; null if the text does not have the form of such a token. */
export const shardOfTextToken = (token: string): string | null =>
  token.length === textTokenLength ? shardOfToken(token) : null

export function readTextToken(keyring: Keyring, token: string): InboxLink | null {
  const shard = token.slice(0, shardLength)
  const content = unseal(keyring(textPurpose), shard, token.slice(shardLength), textMacBytes)
  if (content?.length !== 16 + textDayBytes) return null
  const expiresAt = new Date(content.readUIntBE(16, textDayBytes) * millisecondsPerDay)
  return { shard, businessId: null, recipientId: uuidOf(content.subarray(0, 16)), expiresAt }
}

/**
 * A link is exchanged for a session. They have different keys, so that a leaked link is not a session and a leaked session not
 * a link.
 */
export const writeInboxSession = (keyring: Keyring, pass: InboxPass): string => writePass(keyring(sessionPurpose), pass)
export const readInboxSession = (keyring: Keyring, session: string): InboxPass | null =>
  readPass(keyring(sessionPurpose), session)

/** It never expires, so that the recipient of an old email can still unsubscribe. It does not give access to the inbox. */
export const unsubscribeUrl = (keyring: Keyring, publicUrl: string, target: InboxTarget): string =>
  `${publicUrl}/unsubscribe/${write(keyring(unsubscribePurpose), target.shard, idBytes(target))}`

export function readUnsubscribeToken(keyring: Keyring, token: string): InboxTarget | null {
  const opened = read(keyring(unsubscribePurpose), token, bothIdsBytes)
  return opened === null ? null : targetOf(opened)
}

const linkPurpose = 'inbox link'
const sessionPurpose = 'inbox session'
const unsubscribePurpose = 'unsubscribe link'
const textPurpose = 'text link'

const shardLength = 2
const bothIdsBytes = 32
const expiryBytes = 5
const [textDayBytes, textMacBytes] = [2, 8]
/** The content and the MAC are written in base64url. */
const textTokenLength = shardLength + Math.ceil(((16 + textDayBytes + textMacBytes) * 4) / 3)
const millisecondsPerDay = 86_400_000

function writePass(keys: SealingKeys, { expiresAt, ...target }: InboxPass): string {
  const expiry = Buffer.alloc(expiryBytes)
  expiry.writeUIntBE(Math.floor(expiresAt.getTime() / 1000), 0, expiryBytes)
  return write(keys, target.shard, Buffer.concat([idBytes(target), expiry]))
}

function readPass(keys: SealingKeys, token: string): InboxPass | null {
  const opened = read(keys, token, bothIdsBytes + expiryBytes)
  if (opened === null) return null
  return {
    ...targetOf(opened),
    expiresAt: new Date(opened.content.readUIntBE(bothIdsBytes, expiryBytes) * 1000),
  }
}

type Opened = { shard: string; content: Buffer }

const write = (keys: SealingKeys, shard: string, content: Buffer): string => shard + seal(keys, shard, content)

function read(keys: SealingKeys, token: string, length: number): Opened | null {
  const shard = token.slice(0, shardLength)
  const content = unseal(keys, shard, token.slice(shardLength))
  return content?.length === length ? { shard, content } : null
}

const targetOf = ({ shard, content }: Opened): InboxTarget => ({
  shard,
  businessId: uuidOf(content.subarray(0, 16)),
  recipientId: uuidOf(content.subarray(16, 32)),
})

const idBytes = ({ businessId, recipientId }: InboxTarget): Buffer =>
  Buffer.from((businessId + recipientId).replaceAll('-', ''), 'hex')
const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
