import { type Channel, channels } from '../../channels/registry.ts'
import { type Html, html } from '../../html.ts'
import { barChart } from '../../pages/charts.ts'
import { card, emptyState, linkButton, moment, note, pageHead, table } from '../../pages/components.ts'
import { figures as figureTiles, filterChips } from '../../pages/lists.ts'
import { channelWords, dayText, delayWords, numberText, outcomeWords, reasonWords, shareText } from './figure-words.ts'
import { arrivedOf, type DayFigures, type Figures, isUsed, type Outcome, outcomes, sentOf } from './figures.decide.ts'
import { type PeriodLength, periods } from './period.decide.ts'

type FiguresPage = {
  /** The address of the page without a period. */
  path: string
  period: PeriodLength
  figures: Figures
  /** Pushes are counted since then. Null: since before the period. */
  since: Date | null
}

export const figuresPage = ({ path, period, figures, since }: FiguresPage): Html => html`${pageHead({
  title: 'Figures',
  lead: 'What became of the pushes of each day (UTC). An outcome that arrives later is counted on the day of its push, a message that is sent again on the day it is. The figures are a few seconds old.',
})}
${filterChips(
  'Period',
  periods.map((length) => ({
    label: `${length} days`,
    href: `${path}?days=${length}`,
    isCurrent: length === period,
  })),
)}
${since === null ? html`` : note('info', 'Pushes of earlier days are not counted', html`This release counts them since ${moment(since)}. All other figures are complete.`)}
${tiles(figures)}
${figures.total.pushes === 0 && figures.total.messages === 0 ? emptyState({ icon: 'chart', title: 'Nothing was pushed in this period', text: 'The figures begin with the first push.' }) : parts(path, period, figures)}`

const tiles = ({ total }: Figures): Html => {
  const { email, sms, whatsapp } = total.byChannel
  return figureTiles([
    { name: 'Pushes', value: numberText(total.pushes), hint: `${numberText(total.messages)} new messages` },
    {
      name: 'Opened in the inbox',
      value: shareText(total.opened, total.messages),
      hint: `${numberText(total.opened)} of ${numberText(total.messages)} messages`,
    },
    {
      name: 'Emails delivered',
      value: shareText(arrivedOf(email), sentOf(email)),
      hint: `${numberText(arrivedOf(email))} of ${numberText(sentOf(email))} sent`,
    },
    {
      name: 'Paid messages sent',
      value: numberText(sentOf(sms) + sentOf(whatsapp)),
      hint: `${numberText(arrivedOf(sms) + arrivedOf(whatsapp))} delivered`,
    },
    {
      name: 'Credits spent',
      value: numberText(total.spent - total.refunded),
      hint: `${numberText(total.spent)} charged, ${numberText(total.refunded)} refunded`,
    },
    {
      name: 'Credits saved',
      value: numberText(total.saved),
      hint: 'for texts that were not needed',
    },
  ])
}

const parts = (path: string, period: PeriodLength, figures: Figures): Html => html`${pushCard(path, period, figures)}
${channels.filter((channel) => isUsed(figures.total.byChannel[channel])).map((channel) => channelCard(path, period, figures, channel))}
${reasonCard(path, period, figures)}
${delayCard(path, period, figures)}
${creditCard(path, period, figures)}`

const csvLink = (path: string, name: CsvName, period: PeriodLength, of: string): Html =>
  linkButton({
    label: `CSV: ${of}`,
    href: `${path}/${name}.csv?days=${period}`,
    icon: 'document',
    size: 'small',
    kind: 'quiet',
  })
export const csvNames = ['days', 'outcomes', 'reasons', 'times'] as const
export type CsvName = (typeof csvNames)[number]

/** The newest day first, in a table that opens below the chart. */
const dayTable = (caption: string, head: string[], days: DayFigures[], cells: (day: DayFigures) => number[]): Html =>
  html`<details class="more"><summary>The numbers by day</summary><div>${table({
    caption,
    head: ['Day', ...head],
    rows: days
      .toReversed()
      .map((day) => html`<tr><th scope="row">${dayText(day.day)}</th>${countCells(cells(day))}</tr>`),
  })}</div></details>`
const countCells = (values: number[]): Html[] =>
  values.map((value) => html`<td class="count">${numberText(value)}</td>`)

const summaryOf = (what: string, days: DayFigures[], value: (day: DayFigures) => number): string => {
  const most = days.reduce((best, day) => (value(day) > value(best) ? day : best))
  const sum = days.reduce((total, day) => total + value(day), 0)
  return `${what} by day, from ${dayText(days[0]!.day)} to ${dayText(days.at(-1)!.day)}: ${numberText(sum)} in all, most on ${dayText(most.day)} with ${numberText(value(most))}. The numbers are in the table below.`
}

const pushCard = (path: string, period: PeriodLength, { days }: Figures): Html =>
  card({
    title: 'Pushes and opens',
    actions: csvLink(path, 'days', period, 'pushes and credits by day'),
    body: [
      barChart({
        title: 'Pushes by day',
        summary: summaryOf('Pushes', days, ({ pushes }) => pushes),
        legend: [{ label: 'Pushes', tone: 'accent' }],
        bars: days.map(({ day, pushes }) => ({ label: dayText(day), values: [pushes] })),
      }),
      dayTable('Pushes and opened messages by day', ['Pushes', 'New messages', 'Opened'], days, (day) => [
        day.pushes,
        day.messages,
        day.opened,
      ]),
    ],
  })

function channelCard(path: string, period: PeriodLength, { days, total }: Figures, channel: Channel): Html {
  const counts = total.byChannel[channel]
  const all = outcomes.reduce((sum, outcome) => sum + counts[outcome], 0)
  const shown = outcomes.filter((outcome) => counts[outcome] > 0)
  const { title, many } = channelWords[channel]
  return card({
    title,
    actions: csvLink(path, 'outcomes', period, `outcomes of ${many}`),
    body: [
      barChart({
        title: `${title} by day and outcome`,
        summary: summaryOf(title, days, (day) =>
          outcomes.reduce((sum, outcome) => sum + day.byChannel[channel][outcome], 0),
        ),
        legend: shown.map((outcome) => ({ label: outcomeWords[outcome].label, tone: outcomeWords[outcome].tone })),
        bars: days.map((day) => ({
          label: dayText(day.day),
          values: shown.map((outcome) => day.byChannel[channel][outcome]),
        })),
      }),
      table({
        caption: `Outcomes of ${many} in the period`,
        head: ['Outcome', 'What it means', 'Number', 'Share'],
        rows: shown.map((outcome) => outcomeRow(outcome, counts[outcome], all)),
      }),
      dayTable(
        `Outcomes of ${many} by day`,
        shown.map((outcome) => outcomeWords[outcome].label),
        days,
        (day) => shown.map((outcome) => day.byChannel[channel][outcome]),
      ),
    ],
  })
}

const outcomeRow = (outcome: Outcome, count: number, all: number): Html =>
  html`<tr><th scope="row">${outcomeWords[outcome].label}</th><td class="soft">${outcomeWords[outcome].meaning}</td><td class="count">${numberText(count)}</td><td class="count">${shareText(count, all)}</td></tr>`

const reasonCard = (path: string, period: PeriodLength, { reasons }: Figures): Html =>
  reasons.length === 0
    ? html``
    : card({
        title: 'Why something was not sent or failed',
        actions: csvLink(path, 'reasons', period, 'reasons'),
        body: table({
          caption: 'Reasons, the most frequent first',
          head: ['Reason', 'Channel', 'Outcome', 'Number', 'Code'],
          rows: reasons.map(
            ({ channel, reason, outcome, count }) =>
              html`<tr><th scope="row">${reasonWords(reason)}</th><td>${channelWords[channel].title}</td><td>${outcomeWords[outcome].label}</td><td class="count">${numberText(count)}</td><td><code class="code-word">${reason}</code></td></tr>`,
          ),
        }),
      })

const delayCard = (path: string, period: PeriodLength, { delays }: Figures): Html =>
  delays.length === 0
    ? html``
    : card({
        title: 'Time from the push to the delivery',
        actions: csvLink(path, 'times', period, 'times to the delivery'),
        body: table({
          caption: 'Share of the delivered that arrived within a time',
          head: ['Channel', 'Delivered', ...delayWords.map((words) => `≤ ${words}`)],
          rows: delays.map(
            ({ channel, within, delivered }) =>
              html`<tr><th scope="row">${channelWords[channel].title}</th><td class="count">${numberText(delivered)}</td>${within.map((count) => html`<td class="count">${shareText(count, delivered)}</td>`)}</tr>`,
          ),
        }),
        footer:
          'A scheduled message counts from its time, and one that waits for an open from the end of the wait. The provider reports when it arrived.',
      })

const creditCard = (path: string, period: PeriodLength, { days, total }: Figures): Html =>
  total.spent + total.refunded + total.saved === 0
    ? html``
    : card({
        title: 'Credits',
        actions: csvLink(path, 'days', period, 'credits by day'),
        body: [
          barChart({
            title: 'Credits by day',
            summary: summaryOf('Credits charged', days, ({ spent }) => spent),
            legend: [{ label: 'Charged', tone: 'accent' }],
            bars: days.map(({ day, spent }) => ({ label: dayText(day), values: [spent] })),
          }),
          dayTable('Credits by day', ['Charged', 'Refunded', 'Saved'], days, (day) => [
            day.spent,
            day.refunded,
            day.saved,
          ]),
        ],
        footer: 'Charges and refunds count on the day of the ledger.',
      })
