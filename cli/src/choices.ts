import { type Argument, InvalidArgumentError, Option } from 'commander'

const candidates = new WeakMap<Option | Argument, readonly string[]>()

/** The values that shell completion offers. They are not in the help, because some lists are long. */
export const candidatesOf = (target: Option | Argument): readonly string[] =>
  candidates.get(target) ?? target.argChoices ?? []

export function withCandidates<Target extends Option | Argument>(target: Target, values: readonly string[]): Target {
  candidates.set(target, values)
  return target
}

export const choiceOption = (flags: string, description: string, values: readonly string[]): Option =>
  withCandidates(
    new Option(flags, description).argParser((value) => checked(value, values)),
    values,
  )

/** May be given several times; the value is a list. */
export const repeatedChoiceOption = (flags: string, description: string, values: readonly string[]): Option =>
  withCandidates(
    new Option(flags, description).argParser((value, previous: string[] | undefined) => [
      ...(previous ?? []),
      checked(value, values),
    ]),
    values,
  )

function checked(value: string, values: readonly string[]): string {
  if (!values.includes(value)) throw new InvalidArgumentError(`Choose one of ${values.join(', ')}.`)
  return value
}
