import type { Language } from '../language.decide.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { nl } from './nl.ts'

/** All a reader is told, in one language. English says what there is to be said; what another lacks does not compile. */
export type Words = typeof en

export const wordsIn: Record<Language, Words> = { en, de, fr, es, nl }
