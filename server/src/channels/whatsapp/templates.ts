import type { OrderStatus } from '../../order-status.ts'
import { lineText } from '../../safe-text.ts'
import { isDisplayableName } from '../display.decide.ts'
import { orderOf } from '../order.ts'
import type { PaidNudge } from '../submission.ts'

/** One message, as the platform is told it: which template, and what stands in its gaps. */
export type TemplateMessage = { name: string; language: string; parameters: string[]; buttonSuffix: string }
type TemplateFacts = Pick<PaidNudge, 'businessName' | 'reference' | 'orderStatus'> & { inboxLink: string }

/** Null when there is no template for it: no such status, or something that must not be displayed (2.1). */
export function templateMessage(facts: TemplateFacts): TemplateMessage | null {
  const { reference, status } = orderOf(facts.reference, facts.orderStatus)
  // The platform refuses a message whose parameter holds a line break, a tab or more than four spaces in a row.
  const businessName = lineText(facts.businessName)
  if (reference === null || status === null || businessName === '' || !isDisplayableName(businessName)) return null
  return {
    name: templateName(status.name),
    language,
    parameters: [businessName, reference],
    buttonSuffix: facts.inboxLink.slice(facts.inboxLink.lastIndexOf('/') + 1),
  }
}

/** The templates as they are registered with the platform, each by a POST of its own to `message_templates` of the account. */
export const templateDefinitions = (publicUrl: string) =>
  Object.entries(sentences).map(([status, sentence]) => ({
    name: templateName(status),
    language,
    category: 'UTILITY',
    parameter_format: 'POSITIONAL',
    message_send_ttl_seconds: timeToLiveSeconds,
    components: [
      { type: 'BODY', text: sentence, example: { body_text: [['Green Grocer', '#1042']] } },
      { type: 'FOOTER', text: 'Reply STOP to end these messages.' },
      {
        type: 'BUTTONS',
        buttons: [
          {
            type: 'URL',
            text: 'Open your inbox',
            url: `${publicUrl}/inbox/{{1}}`,
            example: [`${publicUrl}/inbox/example`],
          },
        ],
      },
    ] as const,
  }))

const templateName = (status: string): string => `order_${status}`
const language = 'en'

// As long as a status is waited for (3.3): past that a text may have gone instead, and the message must not come after it.
const timeToLiveSeconds = 300

/** {{1}} is the business and {{2}} the reference. The platform takes no text that begins or ends with a gap. */
const sentences: Record<OrderStatus, string> = {
  confirmed: 'An update from {{1}}: your order {{2}} is confirmed.',
  shipped: 'An update from {{1}}: your order {{2}} has been shipped.',
  ready_for_pickup: 'An update from {{1}}: your order {{2}} is ready for pickup.',
  delivered: 'An update from {{1}}: your order {{2}} has been delivered.',
  cancelled: 'An update from {{1}}: your order {{2}} has been cancelled.',
  refunded: 'An update from {{1}}: your order {{2}} has been refunded.',
  delayed: 'An update from {{1}}: your order {{2}} is delayed.',
}
