/** A message is retracted once (3.1). Its pending nudges are cancelled and refunded. A second call changes nothing. */
import { canRetract, type MessageStatus } from '../message-status.ts'

/**
 * Returns the message of each call, in order; null for an unknown message. Of two calls for one message, the first retracts it.
 */
export function decideRetractions<Message extends { status: MessageStatus }>(
  messages: (Message | undefined)[],
): ({ message: Message; retracted: boolean } | null)[] {
  const seen = new Set<Message>()
  return messages.map((message) => {
    if (message === undefined) return null
    const retracted = canRetract(message.status) && !seen.has(message)
    seen.add(message)
    return { message, retracted }
  })
}
