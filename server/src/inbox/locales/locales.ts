import type { Language } from '../../brand/languages.decide.ts'
import { de } from './de.ts'
import { en, type LocaleTexts } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { nl } from './nl.ts'

export const localeTexts: Record<Language, LocaleTexts> = { en, de, fr, es, nl }
