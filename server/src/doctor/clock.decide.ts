import { type Line, ok, problem, warning } from './lines.decide.ts'

/**
 * How far other clocks are ahead of the clock of this machine. The database has the clock of the service; the providers check the
 * time of signatures, and sessions and certificates depend on it.
 */
export type ClockFacts = { name: string; aheadSeconds: number; uncertaintySeconds: number }[]

const problemSeconds = 60
const warningSeconds = 5
const agreementSeconds = 30

export function clockLines(clocks: ClockFacts): Line[] {
  if (clocks.length === 0)
    return [warning('clock', 'no other clock could be read', 'Correct the other problems, and run the doctor again.')]
  const wrong = clocks.filter((clock) => errorSeconds(clock) > warningSeconds)
  if (wrong.length === 0) return [ok('clock', `${clocks.map(({ name }) => name).join(', ')} agree`)]
  if (wrong.length > 1 && wrong.length === clocks.length && agree(wrong))
    return [line(wrong[0]!, 'this machine', 'all other clocks')]
  return wrong.map((clock) => line(clock, clock.name, 'this machine'))
}

function line(clock: ClockFacts[number], name: string, reference: string): Line {
  const seconds = Math.round(Math.abs(clock.aheadSeconds))
  const report = errorSeconds(clock) > problemSeconds ? problem : warning
  return report(
    'clock',
    `the clock of ${name} differs by ${seconds} s from ${reference}`,
    `Synchronise the clock of ${name} with NTP (timedatectl set-ntp true).`,
  )
}

const errorSeconds = ({ aheadSeconds, uncertaintySeconds }: ClockFacts[number]): number =>
  Math.max(0, Math.abs(aheadSeconds) - uncertaintySeconds)

const agree = (clocks: ClockFacts): boolean =>
  clocks.every(({ aheadSeconds }) => Math.abs(aheadSeconds - clocks[0]!.aheadSeconds) < agreementSeconds)
