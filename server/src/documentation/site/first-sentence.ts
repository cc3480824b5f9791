import { plainText } from './markdown.ts'

/** The beginning of a text, without marks. */
export const firstSentence = (text: string): string => /^.*?\.(?= |$)/s.exec(plainText(text))?.[0] ?? plainText(text)
