import { type Html, html } from '../html.ts'
import { chartScale } from './chart-scale.decide.ts'

/**
 * How a part of a bar looks. The legend names it in words, and the order in a bar is that of the legend. Parts of similar meaning share
 * a colour and differ in shade, or are hollow, so that two parts of a chart never look the same.
 */
export type BarTone =
  | 'good'
  | 'good faint'
  | 'accent'
  | 'quiet'
  | 'quiet hollow'
  | 'warn'
  | 'bad'
  | 'bad faint'
  | 'bad strong'
  | 'bad hollow'
type BarChart = {
  title: string
  /** What the chart shows, for people who do not see it. The table beside it has the numbers. */
  summary: string
  legend: { label: string; tone: BarTone }[]
  /** One for each day. `values` are in the order of the legend. */
  bars: { label: string; values: number[] }[]
}

/** The width of a bar and of its slot, in units of the drawing, which is stretched to the width of the page. */
const [barWidth, slotWidth, height] = [8, 10, 100]

/** Bars of stacked parts. A drawing without words: the scale and the legend are text beside it. */
export const barChart = ({ title, summary, legend, bars }: BarChart): Html => {
  const top = chartScale(Math.max(0, ...bars.map(({ values }) => values.reduce((sum, value) => sum + value, 0))))
  return html`<figure class="chart"><figcaption><strong>${title}</strong>${legend.length < 2 ? html`` : html`<ul class="legend">${legend.map(({ label, tone }) => html`<li class="${tone}">${label}</li>`)}</ul>`}</figcaption>
<div class="plot"><div class="scale" aria-hidden="true"><span>${top.toLocaleString('en')}</span><span>${(top / 2).toLocaleString('en')}</span><span>0</span></div>
<svg viewBox="0 0 ${bars.length * slotWidth} ${height}" preserveAspectRatio="none" role="img" aria-label="${summary}"><path class="grid" d="M0 0H${bars.length * slotWidth}M0 ${height / 2}H${bars.length * slotWidth}M0 ${height}H${bars.length * slotWidth}"/>${bars.map((bar, index) => drawBar(bar, index, top, legend))}</svg>
<div class="ends" aria-hidden="true"><span>${bars[0]?.label ?? ''}</span><span>${bars.at(-1)?.label ?? ''}</span></div></div></figure>`
}

function drawBar(
  { label, values }: BarChart['bars'][number],
  index: number,
  top: number,
  legend: BarChart['legend'],
): Html {
  let below = 0
  const parts = values.map((value, part) => {
    const size = (value / top) * height
    below += size
    return value === 0
      ? html``
      : html`<rect class="${legend[part]!.tone}" x="${index * slotWidth + 1}" y="${round(height - below)}" width="${barWidth}" height="${round(size)}"/>`
  })
  const words = values.map((value, part) => `${legend[part]!.label} ${value.toLocaleString('en')}`).join(', ')
  return html`<g><title>${label}: ${words}</title><rect class="slot" x="${index * slotWidth}" y="0" width="${slotWidth}" height="${height}"/>${parts}</g>`
}
const round = (value: number): string => String(Math.round(value * 100) / 100)
