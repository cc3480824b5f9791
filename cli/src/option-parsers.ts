import { InvalidArgumentError } from 'commander'

export function parseInteger(value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(value)
}

const unitSeconds = { s: 1, m: 60, h: 3600, d: 86_400 } as const

/** `90`, `90s`, `15m`, `36h`, `2d` or a sum such as `1d12h`. A number without a unit is seconds. */
export function parseDuration(value: string): number {
  const parts = [...value.matchAll(/(\d{1,9})([smhd]?)/g)]
  if (
    parts.length === 0 ||
    parts.map(([text]) => text).join('') !== value ||
    (parts.length > 1 && parts.some(([, , unit]) => unit === ''))
  )
    throw new InvalidArgumentError('It must be a duration such as 90s, 15m, 36h, 2d or 1d12h.')
  return parts.reduce(
    (sum, [, count, unit]) => sum + Number(count) * unitSeconds[(unit || 's') as keyof typeof unitSeconds],
    0,
  )
}
