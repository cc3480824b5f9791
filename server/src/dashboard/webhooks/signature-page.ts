import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Html, html } from '../../html.ts'
import { card, note } from '../../pages/components.ts'
import { filterChips } from '../../pages/lists.ts'
import { codeBlock } from '../../pages/previews.ts'
import { signaturePath, webhooksFrame } from './webhooks-frame.ts'

/** The languages of the samples, which are those of the guide and are run by its test. `rawBody` says where the bytes are. */
export const languages = {
  client: {
    label: 'JavaScript, with the client',
    rawBody: 'The client follows the three rules, and returns the event with its type.',
  },
  javascript: { label: 'JavaScript', rawBody: "In Express: express.raw({ type: 'application/json' })." },
  python: { label: 'Python', rawBody: 'In Flask: request.get_data(). In Django: request.body.' },
  php: { label: 'PHP', rawBody: "file_get_contents('php://input')." },
  ruby: { label: 'Ruby', rawBody: 'In Rails: request.raw_post. In Rack: request.body.read.' },
  go: { label: 'Go', rawBody: 'io.ReadAll(request.Body), before anything decodes it.' },
  shell: { label: 'Shell', rawBody: 'To check one request by hand: other users of the machine can see the secret.' },
} as const satisfies Record<string, { label: string; rawBody: string }>
export type Language = keyof typeof languages
const names = Object.keys(languages) as Language[]
export const readLanguage = (text: string | null): Language => names.find((one) => one === text) ?? 'client'

const samples = new Map<Language, string>()
/** Read once, when it is first shown. */
export function sampleOf(language: Language): string {
  const known = samples.get(language)
  if (known !== undefined) return known
  const read = readFileSync(join(import.meta.dirname, 'signature-samples', `${language}.txt`), 'utf8')
  samples.set(language, read)
  return read
}

/** What a receiver does before it believes a request. Each language has an address, so it works without scripts. */
export const signaturePage = (shop: { path: string }, language: Language): Html =>
  webhooksFrame(
    shop,
    'signature',
    html`${filterChips(
      'Language',
      names.map((name) => ({
        label: languages[name].label,
        href: `${signaturePath(shop)}?language=${name}`,
        isCurrent: name === language,
      })),
    )}
${codeBlock({ title: languages[language].label, code: sampleOf(language) })}
${note('info', 'The bytes as they arrived', languages[language].rawBody)}
${card({
  title: 'Three rules',
  body: html`<ol><li>Check the bytes that you received, not JSON that you parsed and wrote again.</li><li>Compare in constant time.</li><li>Refuse a time that is more than 300 seconds from your clock: it belongs to a request that was recorded and sent again.</li></ol>`,
  footer:
    'The header X-Service-Signature has the time t and one signature v1, or two for 24 hours after the secret was replaced. A signature is HMAC-SHA256 over t, a dot and the body. Its key is the whole secret with whsec_.',
})}`,
  )
