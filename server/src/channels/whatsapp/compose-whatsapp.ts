import { type InboxTarget, inboxLink, passExpiry } from '../../inbox-tokens/tokens.ts'
import type { Acknowledgement, AdapterContext } from '../paid-adapter.ts'
import type { PaidNudge, Submission } from '../submission.ts'
import { acknowledgementText } from './acknowledgement.ts'
import { type TemplateMessage, templateMessage } from './templates.ts'

type ComposeContext = Omit<AdapterContext, 'http'>

/** The template message of a nudge and the link of its button. Null if there is no template for it. */
export function composeTemplate(
  nudge: PaidNudge,
  context: ComposeContext,
): { template: TemplateMessage; link: string } | null {
  const link = linkFor(nudge, context)
  const template = templateMessage({ ...nudge, inboxLink: link })
  return template === null ? null : { template, link }
}

/** The result for a nudge without a template, which is not submitted. */
export const noTemplate: Submission = {
  outcome: 'refused',
  retryable: false,
  detail: 'no template',
  cause: 'template',
}

export function composeAcknowledgement(
  { businessName, ...target }: Acknowledgement,
  context: ComposeContext,
): { text: string; link: string } {
  const link = linkFor(target, context)
  return { text: acknowledgementText({ businessName, inboxLink: link }), link }
}

const linkFor = (target: InboxTarget & { at: Date }, { publicUrl, keyring }: ComposeContext): string =>
  inboxLink(keyring, publicUrl, target, passExpiry(target.at))
