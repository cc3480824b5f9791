import { parseJson, textAt, valueAt } from '../json.ts'
import { graphVersion } from './cloud-api.ts'
import type { WhatsAppSettings } from './settings.ts'
import type { ListedTemplate } from './template-sync.decide.ts'
import type { TemplateDefinition } from './templates.ts'

const timeoutMilliseconds = 10_000
const pageSize = 100
/** Far more than the platform permits for an account. */
const maxPages = 100

type Account = Pick<WhatsAppSettings, 'accessToken' | 'apiUrl'> & { accountId: string }

/** The templates of a WhatsApp business account. Neither function throws for errors of the platform. */
export function createTemplatePlatform({ accessToken, apiUrl, accountId }: Account) {
  const url = `${apiUrl}/${graphVersion}/${accountId}/message_templates`
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  const request = async (address: string, options: RequestInit): Promise<{ ok: boolean; body: unknown }> => {
    try {
      const signal = AbortSignal.timeout(timeoutMilliseconds)
      const response = await fetch(address, { ...options, headers, redirect: 'error', signal })
      return { ok: response.ok, body: parseJson(await response.text()) }
    } catch {
      return { ok: false, body: undefined }
    }
  }
  return {
    /** Null if the platform did not return all of them. */
    async list(): Promise<ListedTemplate[] | null> {
      const templates: ListedTemplate[] = []
      let after = ''
      for (let page = 0; page < maxPages; page++) {
        const query = new URLSearchParams({ fields: 'name,language,status,category', limit: String(pageSize) })
        if (after !== '') query.set('after', after)
        const { ok, body } = await request(`${url}?${query.toString()}`, { method: 'GET' })
        const data = valueAt(body, 'data')
        if (!ok || !Array.isArray(data)) return null
        templates.push(...data.map(listedTemplate))
        after = textAt(body, 'paging', 'cursors', 'after')
        if (valueAt(body, 'paging', 'next') === undefined || after === '') return templates
      }
      return null
    },
    /** Null if the platform accepted it, otherwise its explanation. */
    async create(definition: TemplateDefinition): Promise<string | null> {
      const { ok, body } = await request(url, { method: 'POST', body: JSON.stringify(definition) })
      if (ok && textAt(body, 'id') !== '') return null
      return explanationOf(valueAt(body, 'error'))
    },
  }
}

const listedTemplate = (template: unknown): ListedTemplate => ({
  name: textAt(template, 'name'),
  language: textAt(template, 'language'),
  status: textAt(template, 'status'),
  category: textAt(template, 'category'),
})

const maxExplanationCharacters = 300

/** The platform's words for people. They are about the template, which contains no data of a recipient. */
function explanationOf(error: unknown): string {
  const words = textAt(error, 'error_user_msg') || textAt(error, 'error_data', 'details') || textAt(error, 'message')
  return (words || 'The platform did not respond.').slice(0, maxExplanationCharacters)
}
