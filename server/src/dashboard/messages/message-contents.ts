import type { PaidChannel } from '../../channels/registry.ts'
import { type Html, html } from '../../html.ts'
import { card, codeWord, disclosure, facts as factList, moment } from '../../pages/components.ts'
import { icon } from '../../pages/icons.ts'
import { bubble, codeBlock } from '../../pages/previews.ts'
import { previewFrame } from '../preview-frame.ts'
import { type ShownMessage, sentEmail, sentTemplate, sentText } from './load-message.ts'
import { paidOutcome } from './outcome.decide.ts'
import type { MessageFacts } from './sql.ts'
import { type Submission, submissionOf } from './stage.decide.ts'

/** `path` is that of the page of the message. */
type Contents = {
  message: ShownMessage
  facts: MessageFacts & { messageId: string }
  settings: { publicUrl: string; emailFrom: string }
  path: string
}

/** What each channel of the message contains, and the inbox. A channel that the shop did not want has no card. */
export function contentCards(shown: Contents): Html[] {
  const { message, facts, settings, path } = shown
  const { delivery } = message
  const email = sentEmail(message, facts, settings)
  const text = paidOutcome(delivery.sms) === null ? null : sentText(message, facts, settings)
  const template = paidOutcome(delivery.whatsapp) === null ? null : sentTemplate(message, facts, settings)
  return [
    ...(delivery.email === null
      ? []
      : [
          card({
            title: 'Email',
            id: 'email',
            body: html`${changedSince(shown, 'email')}${factList([
              { term: 'From', detail: email.from },
              { term: 'To', detail: message.recipient_email },
              { term: 'Subject', detail: html`<span lang="" dir="auto">${email.subject}</span>` },
            ])}${previewFrame({ title: 'The email', path: `${path}/email` })}${disclosure('As plain text', codeBlock({ title: 'Plain text', code: email.text, doesWrap: true }))}`,
          }),
        ]),
    ...(text === null
      ? []
      : [
          card({
            title: 'Text',
            id: 'text',
            body: html`${changedSince(shown, 'sms')}${bubble(text.text, `${text.segments} ${text.segments === 1 ? 'segment' : 'segments'}. The link is an example: only the customer gets the real one.`)}`,
          }),
        ]),
    ...(template === null
      ? []
      : [
          card({
            title: 'WhatsApp message',
            id: 'whatsapp',
            body: html`${changedSince(shown, 'whatsapp')}${bubble(template.text, html`${template.footer} Button: “${template.button}”. Template ${codeWord(template.name)}`)}`,
          }),
        ]),
    card({
      title: 'The inbox as the customer sees it',
      id: 'inbox',
      body: html`<p class="soft small">The page that the link of the email opens. Looking at it here records nothing.</p>${previewFrame({ title: 'The inbox of the customer', path: `${path}/inbox` })}`,
    }),
  ]
}

/** Contents are written from the message as it is now. The time of a submission does not mean that it was accepted. */
function changedSince({ message, facts }: Contents, channel: 'email' | PaidChannel): Html {
  const submission = submissionOf(facts.nudges, channel)
  if (submission === null)
    return html`<p class="changed soft small">It was not submitted. This is what it would contain now.</p>`
  const at = new Date(submission.at)
  const [before, after] = submissionWords[submission.result]
  const what = html`${before} ${moment(at)}${after}.`
  const isChanged = new Date(message.updated_at) > at
  return isChanged
    ? html`<p class="changed small">${icon('warning')} ${what} The message was updated after that, on ${moment(new Date(message.updated_at))}. What is shown here has the new content.</p>`
    : html`<p class="changed soft small">${what}</p>`
}
const submissionWords = {
  accepted: ['Sent on', ''],
  not_accepted: ['Submitted on', ', and not accepted'],
  unknown: ['Submitted on', '. The provider did not respond'],
  in_progress: ['Submitted on', ''],
} as const satisfies Record<Submission['result'], unknown>
