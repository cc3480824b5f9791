import type { KeyObject } from 'node:crypto'
import type { DeriveKey } from '../derive-key.ts'
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

export const inboxLink = (deriveKey: DeriveKey, publicUrl: string, target: InboxTarget, expiresAt: Date): string =>
  `${publicUrl}/inbox/${writePass(deriveKey(linkPurpose), { ...target, expiresAt })}`
export const readInboxToken = (deriveKey: DeriveKey, token: string): InboxPass | null =>
  readPass(deriveKey(linkPurpose), token)

/**
 * The link of a text, which must be short: it contains the recipient, the day of expiry and a MAC of half the length. The
 * business is read from the database. Eight bytes cannot be guessed: at a thousand guesses a second it would take half a
 * billion years.
 */
export const textLink = (deriveKey: DeriveKey, publicUrl: string, target: InboxTarget, expiresAt: Date): string => {
  const day = Buffer.alloc(textDayBytes)
  day.writeUIntBE(Math.ceil(expiresAt.getTime() / millisecondsPerDay), 0, textDayBytes)
  const content = Buffer.concat([Buffer.from(target.recipientId.replaceAll('-', ''), 'hex'), day])
  return `${publicUrl}/i/${target.shard}${seal(deriveKey(textPurpose), target.shard, content, textMacBytes)}`
}

/** The shard of the token of a text's link, valid or not; null if the text does not have the form of such a token. */
export const shardOfTextToken = (token: string): string | null =>
  token.length === textTokenLength ? shardOfToken(token) : null

export function readTextToken(deriveKey: DeriveKey, token: string): InboxLink | null {
  const shard = token.slice(0, shardLength)
  const content = unseal(deriveKey(textPurpose), shard, token.slice(shardLength), textMacBytes)
  if (content?.length !== 16 + textDayBytes) return null
  const expiresAt = new Date(content.readUIntBE(16, textDayBytes) * millisecondsPerDay)
  return { shard, businessId: null, recipientId: uuidOf(content.subarray(0, 16)), expiresAt }
}

/**
 * A link is exchanged for a session. They have different keys, so that a leaked link is not a session and a leaked session not
 * a link.
 */
export const writeInboxSession = (deriveKey: DeriveKey, pass: InboxPass): string =>
  writePass(deriveKey(sessionPurpose), pass)
export const readInboxSession = (deriveKey: DeriveKey, session: string): InboxPass | null =>
  readPass(deriveKey(sessionPurpose), session)

/** It never expires, so that the recipient of an old email can still unsubscribe. It does not give access to the inbox. */
export const unsubscribeUrl = (deriveKey: DeriveKey, publicUrl: string, target: InboxTarget): string =>
  `${publicUrl}/unsubscribe/${write(deriveKey(unsubscribePurpose), target.shard, idBytes(target))}`

export function readUnsubscribeToken(deriveKey: DeriveKey, token: string): InboxTarget | null {
  const opened = read(deriveKey(unsubscribePurpose), token, bothIdsBytes)
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

function writePass(key: KeyObject, { expiresAt, ...target }: InboxPass): string {
  const expiry = Buffer.alloc(expiryBytes)
  expiry.writeUIntBE(Math.floor(expiresAt.getTime() / 1000), 0, expiryBytes)
  return write(key, target.shard, Buffer.concat([idBytes(target), expiry]))
}

function readPass(key: KeyObject, token: string): InboxPass | null {
  const opened = read(key, token, bothIdsBytes + expiryBytes)
  if (opened === null) return null
  return {
    ...targetOf(opened),
    expiresAt: new Date(opened.content.readUIntBE(bothIdsBytes, expiryBytes) * 1000),
  }
}

type Opened = { shard: string; content: Buffer }

const write = (key: KeyObject, shard: string, content: Buffer): string => shard + seal(key, shard, content)

function read(key: KeyObject, token: string, length: number): Opened | null {
  const shard = token.slice(0, shardLength)
  const content = unseal(key, shard, token.slice(shardLength))
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
