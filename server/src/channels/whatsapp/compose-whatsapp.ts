import { passExpiry, whatsappLink } from '../../inbox-tokens/tokens.ts'
import type { Acknowledgement, AdapterContext } from '../paid-adapter.ts'
import type { NudgeContent, PaidNudge, Submission } from '../submission.ts'
import { acknowledgementText } from './acknowledgement.ts'
import { type TemplateMessage, templateMessage } from './templates.ts'

type ComposeContext = Omit<AdapterContext, 'http'>

type Composed = { template: TemplateMessage; link: string } | null

/** The template message of a nudge and the link of its button. Null if there is no template for it. */
export const composeTemplate = (nudge: PaidNudge, context: ComposeContext): Composed =>
  writeTemplate(nudge, linkFor({ ...nudge, nudgeId: nudge.id }, context))

export function writeTemplate(content: NudgeContent, link: string): Composed {
  const template = templateMessage({ ...content, inboxLink: link })
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
  { businessName, nudgeId, ...facts }: Acknowledgement,
  context: ComposeContext,
): { text: string; link: string | null } {
  const link = nudgeId === null ? null : linkFor({ ...facts, nudgeId }, context)
  return { text: acknowledgementText({ businessName, inboxLink: link }), link }
}

type LinkFacts = { shard: string; nudgeId: string; linkEpoch: number; at: Date }
const linkFor = ({ shard, nudgeId, linkEpoch: epoch, at }: LinkFacts, { publicUrl, keyring }: ComposeContext): string =>
  whatsappLink(keyring, publicUrl, { shard, nudgeId, epoch, expiresAt: passExpiry(at) })
