import type { Keyring, SealingKeys } from '../keyring.ts'
import { shardOfToken } from '../shards.ts'
import { macBytes, seal, unseal } from './seal.ts'

/** Identifies a recipient. Every token begins with the shard in plain text, so that a router can choose the cell without a key. */
export type InboxTarget = { shard: string; businessId: string; recipientId: string }

/**
 * What every link and session has in common. It is valid until it expires, and only while the recipient's epoch is the one in
 * it. It can be used repeatedly, because scanners follow a link before the reader does. The epoch is counted modulo 65,536.
 */
type Pass = { shard: string; epoch: number; expiresAt: Date }
/**
 * The proof of an email: its reader has the mailbox, and so all messages, the settings and the data of one recipient.
 * `messageId` is the message that the email announced; null if it announced none.
 */
export type MailboxPass = Pass & InboxTarget & { messageId: string | null }
/** The proof of a text or WhatsApp message: its reader has the number it was sent to, and so only the order it is about. */
export type OrderPass = OrderLink & { businessId: string }
/** The link of a text does not contain the business, which is read from the database. */
export type OrderLink = Pass & { nudgeId: string }

const inboxPassDays = 90
export const passExpiry = (at: Date): Date => new Date(at.getTime() + inboxPassDays * 86_400_000)
export const epochCount = 65_536
/** The link of a text has two bytes for the day of its expiry, which last until the middle of 2149. */
export const latestPassStart = new Date('2149-01-01T00:00:00Z')

export const inboxLink = (keyring: Keyring, publicUrl: string, pass: MailboxPass): string =>
  `${publicUrl}/inbox/${writeMailbox(keyring(linkPurpose), pass)}`

/** A link of an earlier release has neither epoch nor message. It was issued in epoch 0. */
export function readInboxToken(keyring: Keyring, token: string): MailboxPass | null {
  const opened = open(keyring(linkPurpose), token)
  return opened?.content.length === formerMailboxBytes ? formerMailboxOf(opened) : mailboxOf(opened)
}

/**
 * The link of a text, which must be short: it contains the nudge, the day of expiry, the epoch and a MAC of half the length.
 * Eight bytes cannot be guessed: at a thousand guesses a second, and with eight accepted keys, it would take 70 million years.
 */
export const textLink = (keyring: Keyring, publicUrl: string, link: OrderLink): string =>
  `${publicUrl}/i/${writeTextToken(keyring, link)}`
/** The path is that of an email's link, because it is part of the templates that the platform approved. */
export const whatsappLink = (keyring: Keyring, publicUrl: string, link: OrderLink): string =>
  `${publicUrl}/inbox/${writeTextToken(keyring, link)}`

function writeTextToken(keyring: Keyring, { shard, nudgeId, epoch, expiresAt }: OrderLink): string {
  const day = numberBytes(Math.ceil(expiresAt.getTime() / millisecondsPerDay), textDayBytes)
  const content = Buffer.concat([idBytes(nudgeId), day, epochBytes(epoch)])
  return shard + seal(keyring(textPurpose), shard, content, textMacBytes)
}

/** The shard of the token of a text's link, valid or not; null if the text does not have the form of such a token. */
export const shardOfTextToken = (token: string): string | null =>
  token.length === textTokenLength(textBytes) || token.length === textTokenLength(formerTextBytes)
    ? shardOfToken(token)
    : null

export function readTextToken(keyring: Keyring, token: string): OrderLink | null {
  const opened = open(keyring(textPurpose), token, textMacBytes)
  if (opened?.content.length !== textBytes) return null
  return { shard: opened.shard, nudgeId: uuidAt(opened.content, 0), ...textExpiry(opened), epoch: epochAt(opened, 18) }
}

/** The link of a text of an earlier release. It names a recipient, so it opens nothing; a link by email can be requested. */
export type FormerTextLink = { shard: string; recipientId: string; expiresAt: Date }
export function readFormerTextToken(keyring: Keyring, token: string): FormerTextLink | null {
  const opened = open(keyring(textPurpose), token, textMacBytes)
  if (opened?.content.length !== formerTextBytes) return null
  return { shard: opened.shard, recipientId: uuidAt(opened.content, 0), ...textExpiry(opened) }
}

/**
 * A link is exchanged for a session with the same expiry. They have different keys, so that a leaked link is not a session and
 * a leaked session not a link.
 */
export const writeMailboxSession = (keyring: Keyring, pass: MailboxPass): string =>
  writeMailbox(keyring(mailboxPurpose), pass)
export const readMailboxSession = (keyring: Keyring, session: string): MailboxPass | null =>
  mailboxOf(open(keyring(mailboxPurpose), session))

export const writeOrderSession = (keyring: Keyring, { shard, businessId, nudgeId, ...pass }: OrderPass): string =>
  write(keyring(orderPurpose), shard, [idBytes(businessId), idBytes(nudgeId), ...passBytes(pass)])
export function readOrderSession(keyring: Keyring, session: string): OrderPass | null {
  const opened = open(keyring(orderPurpose), session)
  if (opened?.content.length !== orderBytes) return null
  const { shard, content } = opened
  return { shard, businessId: uuidAt(content, 0), nudgeId: uuidAt(content, 16), ...passAt(opened) }
}

/** It never expires, so that the recipient of an old email can still unsubscribe. It does not give access to the inbox. */
export const unsubscribeUrl = (keyring: Keyring, publicUrl: string, target: InboxTarget): string =>
  `${publicUrl}/unsubscribe/${write(keyring(unsubscribePurpose), target.shard, targetBytes(target))}`

export function readUnsubscribeToken(keyring: Keyring, token: string): InboxTarget | null {
  const opened = open(keyring(unsubscribePurpose), token)
  return opened?.content.length === bothIdsBytes ? targetOf(opened) : null
}

/** Links that open nothing, each as long as a real one: a preview shows them. */
export const exampleLinks = (publicUrl: string) => ({
  inbox: `${publicUrl}/inbox/${exampleToken(mailboxBytes, macBytes)}`,
  unsubscribe: `${publicUrl}/unsubscribe/${exampleToken(bothIdsBytes, macBytes)}`,
  text: `${publicUrl}/i/${exampleToken(textBytes, textMacBytes)}`,
  whatsapp: `${publicUrl}/inbox/${exampleToken(textBytes, textMacBytes)}`,
})

/** An id in an address: 22 characters. */
export const shortId = (id: string): string => idBytes(id).toString('base64url')

const linkPurpose = 'inbox link'
const mailboxPurpose = 'mailbox session'
const orderPurpose = 'order session'
const unsubscribePurpose = 'unsubscribe link'
const textPurpose = 'text link'

const shardLength = 2
const idLength = 16
const bothIdsBytes = 2 * idLength
const [expiryBytes, epochLength] = [5, 2]
const orderBytes = bothIdsBytes + expiryBytes + epochLength
const mailboxBytes = orderBytes + idLength
const formerMailboxBytes = bothIdsBytes + expiryBytes
const [textDayBytes, textMacBytes] = [2, 8]
const formerTextBytes = idLength + textDayBytes
const textBytes = formerTextBytes + epochLength
const textTokenLength = (contentBytes: number): number => tokenLength(contentBytes, textMacBytes)
/** The content and the MAC are written in base64url. */
const tokenLength = (contentBytes: number, mac: number): number =>
  shardLength + Math.ceil(((contentBytes + mac) * 4) / 3)
/** It has no MAC, so no key accepts it. */
const exampleToken = (contentBytes: number, mac: number): string => {
  const length = tokenLength(contentBytes, mac)
  return 'example-'.repeat(Math.ceil(length / 8)).slice(0, length)
}
const millisecondsPerDay = 86_400_000
/** No message has this id. */
const noMessageId = '00000000-0000-0000-0000-000000000000'

const writeMailbox = (keys: SealingKeys, { messageId, ...pass }: MailboxPass): string =>
  write(keys, pass.shard, [...targetBytes(pass), ...passBytes(pass), idBytes(messageId ?? noMessageId)])

type Opened = { shard: string; content: Buffer }

function mailboxOf(opened: Opened | null): MailboxPass | null {
  if (opened?.content.length !== mailboxBytes) return null
  const messageId = uuidAt(opened.content, orderBytes)
  return { ...targetOf(opened), ...passAt(opened), messageId: messageId === noMessageId ? null : messageId }
}

const formerMailboxOf = (opened: Opened): MailboxPass => ({
  ...targetOf(opened),
  expiresAt: expiryOf(opened),
  epoch: 0,
  messageId: null,
})

const write = (keys: SealingKeys, shard: string, parts: Buffer[]): string =>
  shard + seal(keys, shard, Buffer.concat(parts))

function open(keys: SealingKeys, token: string, mac = macBytes): Opened | null {
  const shard = token.slice(0, shardLength)
  const content = unseal(keys, shard, token.slice(shardLength), mac)
  return content === null ? null : { shard, content }
}

const targetBytes = ({ businessId, recipientId }: InboxTarget): Buffer[] => [idBytes(businessId), idBytes(recipientId)]
const targetOf = ({ shard, content }: Opened): InboxTarget => ({
  shard,
  businessId: uuidAt(content, 0),
  recipientId: uuidAt(content, idLength),
})

/** Expiry and epoch follow two ids. */
const passBytes = ({ expiresAt, epoch }: Omit<Pass, 'shard'>): Buffer[] => [
  numberBytes(Math.floor(expiresAt.getTime() / 1000), expiryBytes),
  epochBytes(epoch),
]
const passAt = (opened: Opened): Omit<Pass, 'shard'> => ({
  expiresAt: expiryOf(opened),
  epoch: epochAt(opened, bothIdsBytes + expiryBytes),
})
const expiryOf = ({ content }: Opened): Date => new Date(content.readUIntBE(bothIdsBytes, expiryBytes) * 1000)
const textExpiry = ({ content }: Opened): { expiresAt: Date } => ({
  expiresAt: new Date(content.readUIntBE(idLength, textDayBytes) * millisecondsPerDay),
})

const epochBytes = (epoch: number): Buffer => numberBytes(epoch % epochCount, epochLength)
const epochAt = ({ content }: Opened, offset: number): number => content.readUIntBE(offset, epochLength)

const idBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')
const uuidAt = (content: Buffer, offset: number): string =>
  content.toString('hex', offset, offset + idLength).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

function numberBytes(number: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(number, 0, length)
  return bytes
}
