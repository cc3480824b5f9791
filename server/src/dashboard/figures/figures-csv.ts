import { channels } from '../../channels/registry.ts'
import { csvLines } from '../../csv.ts'
import { delayLimits } from '../../figures/delays.decide.ts'
import { type Figures, outcomes } from './figures.decide.ts'
import type { CsvName } from './figures-page.ts'

/** The tables of the page, with the words of the interface, for programs and spreadsheets. */
export const figuresCsv: Record<CsvName, (figures: Figures) => string> = {
  days: ({ days }) =>
    csvLines([
      ['day', 'pushes', 'new_messages', 'opened', 'credits_charged', 'credits_refunded', 'credits_saved'],
      ...days.map(({ day, pushes, messages, opened, spent, refunded, saved }) => [
        day,
        pushes,
        messages,
        opened,
        spent,
        refunded,
        saved,
      ]),
    ]),
  outcomes: ({ days }) =>
    csvLines([
      ['day', 'channel', ...outcomes],
      ...days.flatMap(({ day, byChannel }) =>
        channels.map((channel) => [day, channel, ...outcomes.map((outcome) => byChannel[channel][outcome])]),
      ),
    ]),
  reasons: ({ reasons }) =>
    csvLines([
      ['channel', 'reason', 'outcome', 'number'],
      ...reasons.map(({ channel, reason, outcome, count }) => [channel, reason, outcome, count]),
    ]),
  times: ({ delays }) =>
    csvLines([
      ['channel', ...delayLimits.map((seconds) => `within_${seconds}_seconds`), 'delivered'],
      ...delays.map(({ channel, within, delivered }) => [channel, ...within, delivered]),
    ]),
}
