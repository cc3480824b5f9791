import { isEqualInConstantTime } from '../constant-time-equal.ts'
import type { HttpSubmit } from '../http-submit.ts'
import type { Submission } from '../submission.ts'
import { createCallbackParser } from './cloud-api-callback.ts'
import { parseResponse } from './cloud-api-response.ts'
import type { WhatsAppMessage, WhatsAppPlatform } from './platform.ts'
import type { WhatsAppSettings } from './settings.ts'

const version = 'v24.0'
const path = '/callbacks/whatsapp'
/** Callbacks have up to 3 MB. */
const bodyLimitBytes = 3 * 1024 * 1024

export function createCloudApi(settings: WhatsAppSettings & { http: Pick<HttpSubmit, 'post'> }): WhatsAppPlatform {
  const { phoneNumberId, accessToken, appSecret, verifyToken, apiUrl, http } = settings
  const url = `${apiUrl}/${version}/${phoneNumberId}/messages`
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  const post = async (to: string, content: object, others: Record<string, string> = {}): Promise<Submission> => {
    const body = JSON.stringify({ messaging_product: 'whatsapp', recipient_type: 'individual', to, ...content })
    return parseResponse(await http.post({ url, headers: { ...headers, ...others }, body }))
  }
  return {
    name: 'whatsapp',
    bodyLimitBytes,
    pages: [
      { name: 'whatsappCallback', path, response: { contentType: 'text/plain; charset=utf-8', body: 'thank you' } },
    ],
    handshake: {
      name: 'whatsappHandshake',
      path,
      challenge: (query) =>
        query.get('hub.mode') === 'subscribe' && isEqualInConstantTime(query.get('hub.verify_token') ?? '', verifyToken)
          ? query.get('hub.challenge')
          : null,
    },
    parseCallback: createCallbackParser({ appSecret, phoneNumberId }),
    phoneNumberId,
    submit: (message) => post(message.to, templateContent(message), { 'x-tidings-message': message.messageId }),
    // What becomes of it is not asked for: it is told once, and nothing hangs on it.
    submitText: ({ to, text }) => post(to, { type: 'text', text: { preview_url: false, body: text } }),
  }
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
    // Comes back with every status: reports may overtake the response that names the platform's own id.
    biz_opaque_callback_data: id,
  }
}

const textParameter = (text: string): { type: 'text'; text: string } => ({ type: 'text', text })
