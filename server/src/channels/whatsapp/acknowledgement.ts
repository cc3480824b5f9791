import { lineText } from '../../safe-text.ts'
import { isDisplayableName } from '../display.decide.ts'

/** What somebody reads who has replied. A name that could deceive is not shown here either (2.1). */
export function acknowledgementText({ businessName, inboxLink }: { businessName: string; inboxLink: string }): string {
  const name = lineText(businessName)
  const shop = name !== '' && isDisplayableName(name) ? name : 'The shop'
  return `Thank you. ${shop} has your message. Nobody reads this number, so an answer comes another way.

Your updates: ${inboxLink}

Reply STOP to end these messages.`
}
