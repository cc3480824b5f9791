/** A message is retracted once (3.1): what has not started is cancelled and costs nothing; the second call changes nothing. */
import { canRetract, type MessageStatus } from '../message-status.ts'

/** The message of each call, in order; null where there is none. Two calls for one message: the first retracts. */
export function decideRetractions<Message extends { status: MessageStatus }>(
  messages: (Message | undefined)[],
): ({ message: Message; retracted: boolean } | null)[] {
  const taken = new Set<Message>()
  return messages.map((message) => {
    if (message === undefined) return null
    const retracted = canRetract(message.status) && !taken.has(message)
    taken.add(message)
    return { message, retracted }
  })
}
