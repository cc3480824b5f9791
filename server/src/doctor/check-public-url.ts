import { randomBytes } from 'node:crypto'
import { createEmailProvider } from '../channels/email/callbacks/providers.ts'
import { registeredPaths } from '../channels/registered-paths.ts'
import { installationProof } from '../installation/proof.ts'
import { createDigestKey } from '../keyring.ts'
import { isLoopbackHost } from '../secure-url.ts'
import type { ClockFacts } from './clock.decide.ts'
import { readHttp } from './http-read.ts'
import { type Line, notChecked } from './lines.decide.ts'
import { type CallbackFacts, callbackLines, type PublicUrlFacts, publicUrlLines } from './public-url.decide.ts'
import type { DoctorSettings } from './settings.ts'

/** `shard` leads a router to this cell. */
export async function checkPublicUrl(
  publicUrl: string,
  { digestKey, emailProvider }: DoctorSettings,
  shard: string,
  paidPaths: string[],
): Promise<{ lines: Line[]; clocks: ClockFacts }> {
  if (digestKey == null)
    return {
      lines: [notChecked('public_url', 'DIGEST_KEY is not valid'), notChecked('callbacks', 'DIGEST_KEY is not valid')],
      clocks: [],
    }
  const challenge = randomBytes(16).toString('hex')
  const read = await readHttp(`${publicUrl}/callbacks/installation?challenge=${challenge}&shard=${shard}`)
  const url = new URL(publicUrl)
  const address = { url: publicUrl, isHttps: url.protocol === 'https:', isLoopback: isLoopbackHost(url.hostname) }
  const expected = JSON.stringify({ proof: installationProof(createDigestKey(digestKey), challenge) })
  const facts: PublicUrlFacts =
    read.kind === 'failed'
      ? { ...address, ...read }
      : { ...address, kind: 'response', status: read.status, isProof: read.body === expected }
  const paths = [...emailPaths(emailProvider), ...paidPaths]
  const isReached = facts.kind === 'response' && facts.isProof
  const callbacks = isReached
    ? await Promise.all(paths.map((path) => callUnsigned(publicUrl, path, shard)))
    : unchecked(paths)
  return {
    lines: [...publicUrlLines(facts), ...callbackLines(callbacks, isReached)],
    clocks: read.kind === 'response' && read.clock !== null ? [{ name: 'PUBLIC_URL', ...read.clock }] : [],
  }
}

/** An unsigned request changes nothing: it is refused with an error that only the service returns. */
async function callUnsigned(publicUrl: string, path: string, shard: string): Promise<CallbackFacts[number]> {
  const read = await readHttp(`${publicUrl}${path}?shard=${shard}`, { method: 'POST', body: '' })
  if (read.kind === 'failed') return { path, result: read }
  const isRefusal = read.body === JSON.stringify({ error_code: 'callback.not_verified' })
  return { path, result: { kind: 'response', status: read.status, isRefusal } }
}

const unchecked = (paths: string[]): CallbackFacts =>
  paths.map((path) => ({ path, result: { kind: 'failed', code: 'not checked' } }))

function emailPaths(emailProvider: DoctorSettings['emailProvider']): string[] {
  if (emailProvider == null) return []
  const provider = createEmailProvider(emailProvider.name, emailProvider.secret, neverFetched)
  return 'problem' in provider ? [] : registeredPaths(provider.pages)
}

const neverFetched = (): Promise<never> => Promise.reject(new Error('the doctor verifies no callback'))
