/** What a person typed about the brand of their shop, and what is wrong with it. */
import { isColour } from '../../brand/colours.decide.ts'
import { type Language, languages } from '../../brand/languages.decide.ts'
import { isDisplayableName } from '../../channels/display.decide.ts'
import { type BrandSettingName, brandSettingNames } from '../../operator/owner-settings.decide.ts'

export type BrandSettings = Record<Exclude<BrandSettingName, 'language'>, string | null> & { language: Language }
export type TypedBrand = Record<BrandSettingName, string>
export type BrandProblems = Partial<Record<BrandSettingName, string>>

const brandLengths = { sender_name: 60, customer_contact: 200, reply_to: 254 } as const

/** An empty field is null. A value with a problem is null too, so that a preview shows the rest. */
export function readBrandForm(
  typed: TypedBrand,
  addressProblem: (text: string) => string | null,
): { settings: BrandSettings; problems: BrandProblems } {
  const text = (name: BrandSettingName): string => typed[name].trim().replaceAll(/\s+/g, ' ')
  const colour = text('brand_colour')
    .toLowerCase()
    .replace(/^(?=[\da-f]{6}$)/, '#')
  const values = {
    sender_name: text('sender_name'),
    brand_colour: colour,
    customer_contact: text('customer_contact'),
    reply_to: text('reply_to'),
  }
  const found = {
    sender_name: nameProblem(values.sender_name),
    brand_colour: isColour(colour) ? null : 'Write a colour as # and six digits, such as #0b57a4.',
    customer_contact: lengthProblem(values.customer_contact, brandLengths.customer_contact),
    reply_to: addressProblem(values.reply_to),
  }
  const names = brandSettingNames.filter((name) => name !== 'language')
  const problems = names.filter((name) => values[name] !== '' && found[name] !== null)
  const isUsed = (name: (typeof names)[number]): boolean => values[name] !== '' && found[name] === null
  return {
    settings: {
      ...(Object.fromEntries(names.map((name) => [name, isUsed(name) ? values[name] : null])) as Omit<
        BrandSettings,
        'language'
      >),
      language: languages.find((one) => one === typed.language) ?? 'en',
    },
    problems: Object.fromEntries(problems.map((name) => [name, found[name]!])),
  }
}

function nameProblem(name: string): string | null {
  if (!/[\p{L}\p{N}]/u.test(name)) return 'Write at least one letter or digit.'
  if (!isDisplayableName(name))
    return 'A phone would turn a part of this name into a link, so WhatsApp messages could not be sent. Leave out addresses.'
  return lengthProblem(name, brandLengths.sender_name)
}

const lengthProblem = (text: string, most: number): string | null =>
  Array.from(text).length <= most ? null : `Write at most ${most} characters.`

/** The settings that differ. */
export const brandChanges = (before: BrandSettings, after: BrandSettings): Partial<BrandSettings> =>
  Object.fromEntries(
    brandSettingNames.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]),
  )
