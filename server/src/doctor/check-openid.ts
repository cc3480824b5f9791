import type { ClockFacts } from './clock.decide.ts'
import { readHttp } from './http-read.ts'
import type { Line } from './lines.decide.ts'
import { openIdLines } from './openid.decide.ts'

/** Reads the description of the provider, as a sign-in does. */
export async function checkOpenId(setting: string): Promise<{ lines: Line[]; clocks: ClockFacts }> {
  const issuer = new URL(setting).href
  const read = await readHttp(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  if (read.kind === 'failed') return { lines: openIdLines({ issuer, ...read }), clocks: [] }
  const { status, body, clock } = read
  const lines = openIdLines({ issuer, kind: 'response', status, named: namedIssuer(body) })
  return { lines, clocks: clock === null ? [] : [{ name: 'OPENID_ISSUER', ...clock }] }
}

function namedIssuer(body: string): string | null {
  try {
    const { issuer } = Object(JSON.parse(body)) as { issuer?: unknown }
    return new URL(String(issuer)).href
  } catch {
    return null
  }
}
