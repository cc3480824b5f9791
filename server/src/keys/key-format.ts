import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Mode } from '../mode.ts'
import { base62Digits } from '../shards.ts'

/**
 * td_live_ or td_test_, 2 characters for the logical shard, 43 characters of secret (256 bits), 6 characters of checksum, all
 * base 62. The shard lets a router choose the cell without a database. The checksum detects malformed keys without a database:
 * a secret scanner can find leaked keys, and a mistyped key causes no query.
 */
const shape = /^(td_(?:live|test)_[0-9A-Za-z]{45})([0-9A-Za-z]{6})$/
export const keyLength = 'td_live_'.length + 45 + 6
/** A token of an operator has no shard, because operators belong to the installation. */
const operatorShape = /^(td_operator_[0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

export function composeKey(mode: Mode, shard: string, secret: Buffer): string {
  return withChecksum(`td_${mode}_${shard}${encodeSecret(secret)}`)
}
export const composeOperatorToken = (secret: Buffer): string => withChecksum(`td_operator_${encodeSecret(secret)}`)

export const isWellFormedKey = (text: string): boolean => isWellFormed(shape, text)
export const isWellFormedOperatorToken = (text: string): boolean => isWellFormed(operatorShape, text)

export const hashKey = (key: string): Buffer => hash('sha256', key, 'buffer')

export const maskKey = (key: string): string => `${key.slice(0, 'td_live_'.length)}****${key.slice(-4)}`

function isWellFormed(expected: RegExp, text: string): boolean {
  const [, unchecked, check] = expected.exec(text) ?? []
  return unchecked !== undefined && checksum(unchecked) === check
}

const encodeSecret = (secret: Buffer): string => base62(BigInt(`0x${secret.toString('hex')}`), 43)
const withChecksum = (unchecked: string): string => unchecked + checksum(unchecked)
const checksum = (text: string): string => base62(BigInt(crc32(text)), 6)

function base62(value: bigint, length: number): string {
  let text = ''
  for (let remaining = value; text.length < length; remaining /= 62n)
    text = base62Digits[Number(remaining % 62n)] + text
  return text
}
