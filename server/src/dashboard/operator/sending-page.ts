import { type Html, html } from '../../html.ts'
import type { PauseReason } from '../../installation/pause.decide.ts'
import {
  actForm,
  actions,
  card,
  confirmation,
  facts,
  linkButton,
  moment,
  note,
  pageHead,
  submitButton,
  table,
} from '../../pages/components.ts'
import { choices, fields, textArea } from '../../pages/fields.ts'
import { queueNames } from './health/health.decide.ts'
import type { WaitingWork } from './health/waiting.decide.ts'
import { type FormOutcome, outcomeNotes } from './outcome.ts'
import { documentPath, operatorPath, sendingPath } from './paths.ts'

/** What `readSending` responds. */
export type SendingState = {
  sending: 'on' | 'paused'
  reason: PauseReason | null
  note: string | null
  paused_since: string | null
  last_seen_at: string
  due_nudges: number
  due_nudges_truncated: boolean
}
type SendingPage = {
  publicUrl: string
  csrf: string
  state: SendingState
  /** Who holds sending. Null: the service paused it, or nothing is paused. */
  pausedBy: string | null
  waiting: WaitingWork[]
  /** The most that one statement counts. */
  countLimit: number
  mayRelease: boolean
  typedNote: string
  outcome: FormOutcome
}

/** Whether the service sends, what waits, and the form that holds or releases it. */
export const sendingPage = (page: SendingPage): Html => html`${pageHead({
  title: 'Sending',
  lead: 'Whether the service sends for any shop. The pause of one shop is on the page of the business.',
  trail: [{ label: 'Needs attention', href: operatorPath }, { label: 'Sending' }],
})}
${outcomeNotes(page.outcome)}
${stateNote(page)}
${waitingCard(page)}
${page.state.reason === null ? holdCard(page) : releaseCard(page, page.state.reason)}`

const none: Html = { markup: '' }

function stateNote({ state, pausedBy }: SendingPage): Html {
  const { reason, paused_since: since } = state
  if (reason === null) return note('good', 'Sending is on', 'What is due is sent at once.')
  return html`${note('warn', 'Sending is paused', reasonWords[reason])}${card({
    body: facts([
      ...(since === null ? [] : [{ term: 'Since', detail: moment(new Date(since)) }]),
      ...(pausedBy === null ? [] : [{ term: 'By', detail: pausedBy }]),
      ...(state.note === null ? [] : [{ term: 'Why', detail: state.note }]),
      ...(reason === 'operator'
        ? []
        : [
            { term: 'Last used before', detail: moment(new Date(state.last_seen_at)) },
            { term: 'May have been sent already', detail: dueNudges(state) },
          ]),
    ]),
  })}`
}

const reasonWords: Record<PauseReason, string> = {
  operator: 'An operator holds it. Pushes are accepted and shown in the inbox, and nothing leaves the service.',
  other_database:
    'This database is in another location than before, as after a restore or a move. The original may have sent what is due here.',
  went_back: 'The database is older than a worker has seen it, as when a standby without the last commits took over.',
  old_work: 'No process used this database for a day, and work has been due for as long.',
}

const waitingCard = ({ waiting, countLimit }: SendingPage): Html => {
  const rows = waiting.filter(({ count }) => count > 0)
  return card({
    title: 'What waits',
    body:
      rows.length === 0
        ? html`<p>Nothing is due.</p>`
        : table({
            caption: 'What is due and not sent',
            head: ['What', 'How many', 'Oldest'],
            rows: rows.map(
              ({ name, count, oldestAt }) =>
                html`<tr><th scope="row">${queueNames[name]}</th><td class="count">${counted(count, countLimit)}</td><td>${oldestAt === null ? '' : moment(oldestAt)}</td></tr>`,
            ),
          }),
  })
}
const counted = (count: number, limit: number): string =>
  count >= limit ? `${limit.toLocaleString('en')} or more` : count.toLocaleString('en')

const holdCard = ({ csrf, typedNote }: SendingPage): Html =>
  card({
    title: 'Hold all sending',
    isDangerous: true,
    body: actForm({
      action: `${sendingPath}/hold`,
      csrf,
      from: sendingPath,
      content: fields([
        html`<p>Hold it when a provider refuses every message for good. Workers stop within about two seconds, after what they are submitting. Pushes are accepted, and nothing is lost: what is due waits for the release.</p>`,
        textArea({
          label: 'Why',
          name: 'note',
          value: typedNote,
          hint: 'For other operators, without data of a customer.',
          maxLength: 500,
        }),
        actions(submitButton({ label: 'Hold all sending', kind: 'danger' })),
      ]),
    }),
  })

/** The form names the reason that was shown: another one needs another decision. */
function releaseCard(
  { csrf, state, waiting, countLimit, mayRelease, publicUrl }: SendingPage,
  reason: PauseReason,
): Html {
  if (!mayRelease)
    return note('info', 'An admin releases sending', 'Your role may hold sending and read why it is paused.')
  const count = waiting.reduce((sum, one) => sum + one.count, 0)
  const due =
    count === 0
      ? 'Nothing is due now.'
      : `Within two seconds the service begins to send what waits: ${counted(count, countLimit)} in all.`
  const isHold = reason === 'operator'
  return confirmation({
    tone: 'warn',
    icon: 'send',
    title: 'Release sending?',
    text: isHold ? due : 'Decide first what happens to what the original of this database may have sent.',
    consequences: [
      ...(isHold ? [] : [due]),
      'Consent, stops, balance and limits are checked again before each send.',
      'The release is in the audit log with your name.',
    ],
    form: actForm({
      action: `${sendingPath}/release`,
      csrf,
      from: sendingPath,
      content: html`<input type="hidden" name="reason" value="${reason}">${isHold ? none : dueWork(state)}${actions(
        html`${isHold ? none : linkButton({ label: 'Runbook', href: documentPath(publicUrl, 'runbooks/restore') })}${submitButton({ label: 'Release sending', kind: 'primary' })}`,
      )}`,
    }),
  })
}

const dueNudges = ({ due_nudges: count, due_nudges_truncated: isTruncated }: SendingState): string =>
  `${count.toLocaleString('en')}${isTruncated ? ' or more' : ''}`

const dueWork = (state: SendingState): Html =>
  choices({
    legend: `The ${dueNudges(state)} that may have been sent already`,
    name: 'due_work',
    value: 'abandon',
    options: [
      {
        value: 'abandon',
        label: 'Never send them',
        hint: 'Their outcome is recorded as unknown, and the shops get an event for each. A shop can push again what still matters.',
      },
      {
        value: 'send',
        label: 'Send them',
        hint: 'Only if the original was stopped before this copy was made. Otherwise customers get messages twice.',
      },
    ],
  })
