/** The service as if it had no figures: its statements insert the same rows and count nothing. */
import { storeMessages } from '../../server/src/messages/sql.ts'
import { storeNudges } from '../../server/src/nudges/sql.ts'
import { addCounts } from '../../server/src/quotas/sql.ts'

type Changeable = { text: string }
const replace = (one: Changeable, pattern: RegExp, replacement: string): void => {
  if (!pattern.test(one.text)) throw new Error(`this statement has another form now:\n${one.text}`)
  one.text = one.text.replace(pattern, replacement)
}

for (const one of [storeMessages, storeNudges])
  replace(one, /^with stored as \((?<insert>[\s\S]*?)\s+returning [\s\S]*$/, '$<insert>')
replace(addCounts, /, figures as \([\s\S]*? from given where pushed > 0\s*\)/, '')

await import('../../server/src/main.ts')
