import type { MessageItem } from '../../messages/view.schema.ts'

/**
 * Commands that repeat what a key did. The API key is a variable of the shell, because no page shows one. The idempotency key is part
 * of the command, so that a command that runs twice pushes once.
 */

export const curlOfFirstPush = (publicUrl: string): string =>
  curlOf(publicUrl, 'my-first-push', {
    recipient_email: 'customer@example.com',
    subject: 'Your order has been shipped',
    body: 'It arrives on Thursday.',
    reference: '#1001',
    order_status: 'shipped',
  })

/** A push with the content of the message. Fields that have no value are left out. */
export const curlOfPush = (
  publicUrl: string,
  idempotencyKey: string,
  message: MessageItem & { body: string },
): string =>
  curlOf(publicUrl, idempotencyKey, {
    recipient_email: message.recipient_email,
    subject: message.subject,
    body: message.body,
    ...(message.reference !== null && { reference: message.reference }),
    ...(message.order_status !== null && { order_status: message.order_status }),
    ...(message.kind === 'updateable' && { kind: message.kind }),
  })

export const curlOfRead = (publicUrl: string, publicId: string): string =>
  curl(publicUrl, `/api/v1/messages/${publicId}`, [])

const curlOf = (publicUrl: string, idempotencyKey: string, push: object): string =>
  curl(publicUrl, '/api/v1/messages', [
    `-H 'Idempotency-Key: ${idempotencyKey}'`,
    "-H 'Content-Type: application/json'",
    `-d ${quoted(JSON.stringify(push, null, 2))}`,
  ])

const curl = (publicUrl: string, path: string, options: string[]): string =>
  [
    `curl -sS --fail-with-body ${quoted(publicUrl + path)}`,
    '-H "Authorization: Bearer $TIDINGS_API_KEY"',
    ...options,
  ].join(' \\\n  ')

/** In single quotes a shell interprets nothing but the quote itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
