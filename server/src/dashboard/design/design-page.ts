import { type Html, html } from '../../html.ts'
import { card, pageHead } from '../../pages/components.ts'
import { contrast } from '../../pages/contrast.decide.ts'
import { colourTokens, textPairs } from '../../pages/contrast.ts'
import { icon, iconNames } from '../../pages/icons.ts'
import { plainLayout } from '../layout.ts'
import { type Specimen, type SpecimenGroup, specimenGroups } from './specimens.ts'

/** Everything that a page of the dashboard is made of. It contains no data, so it needs no session. */
export const designPage = (): Html =>
  plainLayout(
    'Design system',
    html`${pageHead({ title: 'Design system', lead: 'The tokens and components of the inbox, the documentation and the dashboard, in both schemes of the browser.' })}
${card({ title: 'Type', body: html`<ul class="design-type">${typeSizes.map(({ name, text }) => html`<li><span class="${name}">${text}</span><code>--${name}</code></li>`)}</ul>` })}
${card({ title: 'Colours', body: html`<ul class="swatches">${colourTokens().map(swatch)}</ul>` })}
${card({ title: 'Contrast of text', body: html`<p class="soft">Each pair has at least 4.5 to 1, in the light and in the dark scheme.</p><ul class="pairs">${pairs()}</ul>` })}
${card({ title: 'Icons', body: html`<ul class="icon-list">${iconNames.map((name) => html`<li id="icon-${name}">${icon(name)}<code>${name}</code></li>`)}</ul>` })}
${specimenGroups().map(groupOf)}`,
    'wide',
  )

const typeSizes = [
  { name: 'text-title', text: 'What a page is about' },
  { name: 'text-large', text: 'The heading of a section' },
  { name: 'text-body', text: 'Text to read, in the documentation' },
  { name: 'text-dense', text: 'Text to scan, in the dashboard' },
  { name: 'text-small', text: 'What belongs to it: hints, times, details' },
  { name: 'text-tiny', text: 'Tags, keys and the heads of tables' },
]

// The policy allows no style attribute, so a colour is shown by an attribute of SVG.
const swatch = ({ name, light, dark }: { name: string; light: string; dark: string }): Html =>
  html`<li><svg viewBox="0 0 64 32" aria-hidden="true"><path d="M0 0h32v32H0z" fill="${light}"/><path d="M32 0h32v32H32z" fill="${dark}"/></svg><code>--${name}</code><span class="small soft">${light} ${dark}</span></li>`

function pairs(): Html[] {
  const colours = new Map(colourTokens().map(({ name, light, dark }) => [name, { light, dark }]))
  return textPairs.map(({ text, background }) => {
    const [one, other] = [colours.get(text)!, colours.get(background)!]
    const sample = (scheme: 'light' | 'dark', offset: number): Html =>
      html`<path d="M${offset} 0h32v32h-32z" fill="${other[scheme]}"/><text x="${offset + 16}" y="21" text-anchor="middle" font-size="14" font-weight="600" fill="${one[scheme]}">Aa</text>`
    const ratio = (scheme: 'light' | 'dark'): string => contrast(one[scheme], other[scheme]).toFixed(1)
    return html`<li><svg viewBox="0 0 64 32" aria-hidden="true">${sample('light', 0)}${sample('dark', 32)}</svg><span><code>${text}</code> on <code>${background}</code></span><span class="small soft">${ratio('light')} and ${ratio('dark')}</span></li>`
  })
}

const groupOf = ({ title, text, specimens }: SpecimenGroup): Html =>
  html`<section class="specimens"><h2>${title}</h2><p class="soft">${text}</p>${specimens.map(specimenOf)}</section>`
const specimenOf = ({ name, shown }: Specimen): Html =>
  html`<div class="specimen" id="component-${name}"><p class="name"><code>${name}</code></p><div class="stack tight">${shown}</div></div>`
