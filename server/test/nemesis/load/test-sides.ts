import { randomUUID } from 'node:crypto'
import { requestUntilDone, sendRequest } from '../client.ts'
import { newPerson } from '../people.ts'
import { pick } from '../random.ts'
import type { LoadClient } from './load-client.ts'

/** More than the five minutes of the escalation. */
const maxSeconds = 900

/**
 * Pushes to a test side, with a text that follows the email after five minutes. The test side advances its clock meanwhile, by a
 * client that does not wait for the push.
 */
export async function pushOnTestSide(client: LoadClient): Promise<void> {
  const [shop, { email, phone }] = [pick(client.testSides, client.next)!, newPerson()]
  const body = JSON.stringify({
    recipient_email: email,
    recipient_phone: phone,
    subject: `Order ${client.label}-test-${randomUUID()}`,
    body: 'It is on its way.',
    channels: ['email', 'sms'],
    escalate_if_unread_after_minutes: 5,
  })
  const path = '/api/v1/messages'
  await requestUntilDone(client, { shop, operation: 'push', path, key: randomUUID(), body })
}

export async function advanceTestSide(client: LoadClient): Promise<void> {
  const shop = pick(client.testSides, client.next)!
  const body = JSON.stringify({ seconds: Math.floor(client.next() * maxSeconds) })
  await sendRequest(client, { shop, operation: 'advance', path: '/api/v1/test/clock/advance', body })
}
