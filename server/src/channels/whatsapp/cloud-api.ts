import { createHmac } from 'node:crypto'
import type { Submission } from '../channel.ts'
import type { HttpSubmit } from '../http-submit.ts'
import { isSameSecret } from '../same-secret.ts'
import { readAnswer } from './cloud-api-answer.ts'
import { readCallback } from './cloud-api-callback.ts'
import type { WhatsAppMessage, WhatsAppPlatform } from './platform.ts'

type CloudApiSettings = {
  phoneNumberId: string
  accessToken: string
  /** The app's secret, which signs callbacks. */
  appSecret: string
  /** The word agreed on for the handshake. */
  verifyToken: string
  /** Without a slash at the end. */
  apiUrl: string
  http: Pick<HttpSubmit, 'post'>
}

const version = 'v24.0'
/** Callbacks have up to 3 MB. */
const bodyLimitBytes = 3 * 1024 * 1024

export function createCloudApi(settings: CloudApiSettings): WhatsAppPlatform {
  const { phoneNumberId, accessToken, appSecret, verifyToken, apiUrl, http } = settings
  const url = `${apiUrl}/${version}/${phoneNumberId}/messages`
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  const post = async (request: unknown, others: Record<string, string> = {}): Promise<Submission> =>
    readAnswer(await http.post({ url, headers: { ...headers, ...others }, body: JSON.stringify(request) }))
  return {
    bodyLimitBytes,
    phoneNumberId,
    submit: (message) => post(requestFor(message), { 'x-tidings-message': message.messageId }),
    submitText: (message) => post(textRequestFor(message)),
    handshake: (query) =>
      query.get('hub.mode') === 'subscribe' && isSameSecret(query.get('hub.verify_token') ?? '', verifyToken)
        ? query.get('hub.challenge')
        : null,
    // The signature has no time in it, so that a callback can be replayed: what it says must bear being said twice.
    verify: ({ headers: given, body }) => {
      const expected = createHmac('sha256', appSecret).update(body).digest('hex')
      return isSameSecret(given['x-hub-signature-256'] ?? '', `sha256=${expected}`)
    },
    translate: ({ body }, now) => readCallback(body, phoneNumberId, now),
  }
}

function requestFor({ id, to, template: { name, language, parameters, buttonSuffix } }: WhatsAppMessage): unknown {
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to,
    type: 'template',
    template: {
      name,
      language: { code: language },
      components: [
        { type: 'body', parameters: parameters.map(textParameter) },
        { type: 'button', sub_type: 'url', index: '0', parameters: [textParameter(buttonSuffix)] },
      ],
    },
    // Comes back with every status: reports may overtake the answer that names the platform's own id.
    biz_opaque_callback_data: id,
  }
}

/** What becomes of it is not asked for: it is told once, and nothing hangs on it. */
const textRequestFor = ({ to, text }: { to: string; text: string }): unknown => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to,
  type: 'text',
  text: { preview_url: false, body: text },
})

const textParameter = (text: string): { type: 'text'; text: string } => ({ type: 'text', text })
