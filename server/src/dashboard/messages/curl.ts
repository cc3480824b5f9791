import type { MessageItem } from '../../messages/view.schema.ts'

/** Commands that repeat what a key did. The key is a variable of the shell, because no page shows a key. */

export const curlOfFirstPush = (publicUrl: string): string =>
  curl(publicUrl, 'POST', '/api/v1/messages', {
    recipient_email: 'customer@example.com',
    subject: 'Your order has been shipped',
    body: 'It arrives on Thursday.',
    reference: '#1001',
    order_status: 'shipped',
  })

/** A push with the content of the message. Fields that have no value are left out. */
export const curlOfPush = (publicUrl: string, message: MessageItem & { body: string }): string =>
  curl(publicUrl, 'POST', '/api/v1/messages', {
    recipient_email: message.recipient_email,
    subject: message.subject,
    body: message.body,
    ...(message.reference !== null && { reference: message.reference }),
    ...(message.order_status !== null && { order_status: message.order_status }),
    ...(message.kind === 'updateable' && { kind: message.kind }),
  })

export const curlOfRead = (publicUrl: string, publicId: string): string =>
  curl(publicUrl, 'GET', `/api/v1/messages/${publicId}`)

function curl(publicUrl: string, method: 'GET' | 'POST', path: string, body?: object): string {
  const lines = [
    `curl -sS --fail-with-body ${quoted(publicUrl + path)}`,
    '-H "Authorization: Bearer $TIDINGS_API_KEY"',
    ...(method === 'GET' ? [] : ['-H "Idempotency-Key: $(uuidgen)"', "-H 'Content-Type: application/json'"]),
    ...(body === undefined ? [] : [`-d ${quoted(JSON.stringify(body, null, 2))}`]),
  ]
  return lines.join(' \\\n  ')
}

/** In single quotes a shell interprets nothing but the quote itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
