import { isEqualInConstantTime } from '../../constant-time-equal.ts'
import type { AccountRead, AccountState } from '../account.ts'
import type { CallbackPage } from '../callback.ts'
import type { HttpSubmit } from '../http-submit.ts'
import { parseJson, valueAt } from '../json.ts'
import { measureSubmission } from '../measure-submission.ts'
import { createCallbackParser } from './cloud-api-callback.ts'
import { errorCode, refusalOf } from './cloud-api-errors.ts'
import { parseResponse } from './cloud-api-response.ts'
import type { WhatsAppSettings } from './settings.ts'
import type { TemplateMessage } from './templates.ts'

/** `messageId` is sent as a header that the platform ignores, to identify the message in the traffic during development. */
type WhatsAppMessage = { id: string; messageId: string; to: string; template: TemplateMessage }

export const graphVersion = 'v24.0'
const platformName = 'whatsapp'
const callbackPath = '/callbacks/whatsapp'
export const whatsappPages: CallbackPage[] = [
  {
    name: 'whatsappCallback',
    path: callbackPath,
    response: { contentType: 'text/plain; charset=utf-8', body: 'thank you' },
  },
]
/** The platform's maximum size of a callback is 3 MB. */
const bodyLimitBytes = 3 * 1024 * 1024

export function createCloudApi(settings: WhatsAppSettings & { http: Pick<HttpSubmit, 'post'> }) {
  const { phoneNumberId, accessToken, appSecret, verifyToken, apiUrl, http } = settings
  const url = `${apiUrl}/${graphVersion}/${phoneNumberId}/messages`
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  const post = measureSubmission(
    'whatsapp',
    platformName,
    async (to: string, content: object, extraHeaders: Record<string, string> = {}) => {
      const body = JSON.stringify({ messaging_product: 'whatsapp', recipient_type: 'individual', to, ...content })
      return parseResponse(await http.post({ url, headers: { ...headers, ...extraHeaders }, body }))
    },
  )
  return {
    name: platformName,
    bodyLimitBytes,
    pages: whatsappPages,
    handshake: {
      name: 'whatsappHandshake',
      path: callbackPath,
      challenge: (query: URLSearchParams) =>
        query.get('hub.mode') === 'subscribe' && isEqualInConstantTime(query.get('hub.verify_token') ?? '', verifyToken)
          ? query.get('hub.challenge')
          : null,
    },
    parseCallback: createCallbackParser({ appSecret, phoneNumberId }),
    accountReads: accountReads(settings),
    /** The id of the sender's number. */
    phoneNumberId,
    /** Does not throw for errors of the platform. `to` is E.164. */
    submit: (message: WhatsAppMessage) =>
      post(message.to, templateContent(message), { 'x-tidings-message': message.messageId }),
    /**
     * Sends a free-form text, which the platform accepts only within 24 hours after the recipient wrote. It requests no
     * delivery reports and is never retried. Does not throw for errors of the platform.
     */
    submitText: ({ to, text }: { to: string; text: string }) =>
      post(to, { type: 'text', text: { preview_url: false, body: text } }),
  }
}

function accountReads({ phoneNumberId, accessToken, accountId, apiUrl }: WhatsAppSettings): AccountRead[] {
  const read = (path: string, stateOf: (body: unknown) => AccountState): AccountRead => ({
    url: `${apiUrl}/${graphVersion}/${path}`,
    headers: { authorization: `Bearer ${accessToken}` },
    stateOf: (status, body) => (status === 200 ? stateOf(parseJson(body)) : refusedState(body)),
  })
  const number = read(`${phoneNumberId}?fields=id,verified_name,quality_rating`, () => 'active')
  if (accountId === null) return [number]
  const hasApp = (body: unknown): boolean => valueAt(body, 'data', 0) !== undefined
  return [number, read(`${accountId}/subscribed_apps`, (body) => (hasApp(body) ? 'active' : 'not_subscribed'))]
}

/** 100: the object does not exist, or the token may not read it. */
function refusedState(body: string): AccountState {
  const code = errorCode(valueAt(parseJson(body), 'error'))
  if (code === '100') return 'not_found'
  return refusalOf(code)?.cause === 'account' ? 'unauthorised' : 'unknown'
}

function templateContent({ id, template: { name, language, parameters, buttonSuffix } }: WhatsAppMessage): object {
  return {
    type: 'template',
    template: {
      name,
      language: { code: language },
      components: [
        { type: 'body', parameters: parameters.map(textParameter) },
        { type: 'button', sub_type: 'url', index: '0', parameters: [textParameter(buttonSuffix)] },
      ],
    },
    // Returned in every status. The platform's own id cannot be used: a report may arrive before the response that contains
    // it.
    biz_opaque_callback_data: id,
  }
}

const textParameter = (text: string): { type: 'text'; text: string } => ({ type: 'text', text })
