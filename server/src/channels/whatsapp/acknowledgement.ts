import { lineText } from '../../safe-text.ts'
import { isDisplayableName } from '../display.decide.ts'

type AcknowledgementFacts = { businessName: string; inboxLink: string | null }

/** The automatic response to a reply. A name that could be used for phishing is not displayed here either (2.1). */
export function acknowledgementText({ businessName, inboxLink }: AcknowledgementFacts): string {
  const name = lineText(businessName)
  const shop = name !== '' && isDisplayableName(name) ? name : 'The shop'
  return [
    `Thank you. ${shop} has your message. This number is not monitored, so a reply comes another way.`,
    ...(inboxLink === null ? [] : [`Your updates: ${inboxLink}`]),
    'Reply STOP to end these messages.',
  ].join('\n\n')
}
