import { creditExamples } from './credits.ts'
import { erasureExamples } from './erasure.ts'
import { eventExamples } from './events.ts'
import type { Example } from './example.ts'
import { keyExamples } from './keys.ts'
import { messageExamples } from './messages.ts'
import { operatorBusinessExamples } from './operator-businesses.ts'
import { operatorErasureExamples } from './operator-erasures.ts'
import { operatorPeopleExamples } from './operator-people.ts'
import { operatorRecipientExamples } from './operator-recipients.ts'
import { operatorServiceExamples } from './operator-service.ts'
import { previewExamples } from './previews.ts'
import { recipientExamples } from './recipients.ts'
import { testModeExamples } from './test-mode.ts'
import { webhookExamples } from './webhooks.ts'

/** The examples of every operation by its name. */
export const examples: Record<string, Example> = {
  ...messageExamples,
  ...previewExamples,
  ...keyExamples,
  ...creditExamples,
  ...recipientExamples,
  ...erasureExamples,
  ...webhookExamples,
  ...eventExamples,
  ...testModeExamples,
  ...operatorBusinessExamples,
  ...operatorPeopleExamples,
  ...operatorRecipientExamples,
  ...operatorErasureExamples,
  ...operatorServiceExamples,
}
