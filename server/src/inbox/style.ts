import { type Accent, type AccentColours, accentColours } from '../brand/colours.decide.ts'
import { colourTokens } from '../pages/contrast.ts'

/** The colours of the shared tokens, under the short names of these pages. Without a colour of the shop, links and buttons are blue. */
const names = {
  paper: 'sunken',
  card: 'surface',
  line: 'line-strong',
  ink: 'ink',
  soft: 'soft',
  good: 'good',
  late: 'warn',
  bad: 'bad',
}
const tokens = new Map(colourTokens().map(({ name, ...schemes }) => [name, schemes]))
const surfacesOf = (scheme: 'light' | 'dark'): string[] =>
  [names.paper, names.card].map((token) => tokens.get(token)![scheme])
const surfaces = { light: surfacesOf('light'), dark: surfacesOf('dark') }
const serviceAccents: AccentColours = {
  light: { accent: '#0a55a2', onAccent: tokens.get(names.card)!.light },
  dark: { accent: '#8fc1ff', onAccent: tokens.get(names.card)!.dark },
}
// Phones of customers are older than browsers of merchants, so the schemes are a media query and not light-dark().
const coloursOf = (scheme: 'light' | 'dark', { accent, onAccent }: Accent): string =>
  [
    ...Object.entries(names).map(([name, token]) => [name, tokens.get(token)![scheme]] as const),
    ['link', accent],
    ['go', accent],
    ['on-go', onAccent],
  ]
    .map(([name, colour]) => `--${name}: ${colour}`)
    .join('; ')

/**
 * The style of the pages: one column that fits a phone, a light and a dark scheme, and the system font. Greys have a contrast of
 * at least 4.5 to 1, so that dimmed text is readable. Links and buttons have the colour of the shop, if it has one.
 */
export function styleOf(colour: string | null): string {
  const accents = colour === null ? serviceAccents : accentColours(colour, surfaces)
  return `
:root { color-scheme: light dark; ${coloursOf('light', accents.light)} }
@media (prefers-color-scheme: dark) {
  :root { ${coloursOf('dark', accents.dark)} }
  .logo { padding: .375rem .5rem; background: #fff; border-radius: .5rem }
}${rules}`
}
const rules = `
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 42rem; padding: 1.75rem 1rem 3rem; font: 1rem/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); overflow-wrap: anywhere }
h1 { margin: 0; font-size: 1.625rem; line-height: 1.25 }
h2 { margin: 0; font-size: 1.125rem; line-height: 1.35 }
h3 { margin: 0; font-size: 1rem; line-height: 1.4 }
p { margin: .5rem 0 }
a { color: var(--link) }
.logo { display: block; max-width: min(12rem, 100%); max-height: 3.5rem; margin-bottom: .75rem }
header p, .lead { margin: .25rem 0 0; color: var(--soft) }
.order, .single, details, .box { margin: 1rem 0; background: var(--card); border: 1px solid var(--line); border-radius: .75rem }
.single, .box { padding: 1rem 1.1rem }
.order > h2 { padding: 1rem 1.1rem 0 }
.order > article { padding: .9rem 1.1rem 1rem; border-top: 1px solid var(--line) }
.steps { display: flex; flex-wrap: wrap; gap: .5rem .375rem; margin: .7rem 0 0; padding: 0 1.1rem 1rem; list-style: none; font-size: .8125rem; line-height: 1.3; overflow-wrap: break-word; hyphens: auto }
.steps li { flex: 1 1 3.5rem; padding-top: .4rem; border-top: .25rem solid var(--go); color: var(--soft) }
.steps [aria-current] { font-weight: 700; color: var(--ink) }
.steps .delivered, .steps .ready_for_pickup, .steps .refunded { border-color: var(--good) }
.steps .delayed { border-color: var(--late) }
.steps .cancelled { border-color: var(--bad) }
.steps .ahead { border-color: var(--line) }
.facts { margin: .15rem 0 .6rem; font-size: .875rem; color: var(--soft) }
.facts span { display: inline-block; margin-inline-end: .8rem }
.body { white-space: pre-wrap; unicode-bidi: plaintext }
.label { display: block; width: fit-content; margin-bottom: .4rem; padding: .05rem .55rem; font-size: .8125rem; font-weight: 600; border: 1px solid; border-radius: 1rem }
.label.new { color: var(--on-go); background: var(--go); border-color: var(--go) }
.announced { border-color: var(--go); box-shadow: 0 0 0 1px var(--go) }
.past { color: var(--soft) }
.past a { color: inherit }
.past.single { background: none }
.retracted.single { border-style: dashed }
summary { padding: .85rem 1.1rem; font-weight: 600; cursor: pointer }
summary span { float: inline-end; font-weight: 400; color: var(--soft) }
details > :not(summary) { margin-inline: 1.1rem }
details > :last-child { margin-bottom: 1.1rem }
details[open] > summary { margin-bottom: -.25rem }
dl { margin: .5rem 0 }
dt { font-size: .875rem; color: var(--soft) }
dd { margin: 0 0 .5rem }
label { display: block; font-weight: 600 }
* + label { margin-top: 1rem }
input { display: block; width: 100%; margin: .3rem 0; padding: .6rem .7rem; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--soft); border-radius: .5rem }
#ending { max-width: 8rem }
.hint { margin: 0 0 .5rem; font-size: .875rem; color: var(--soft) }
form + .hint { margin-top: 1rem }
.yes, .unknown { margin: 1rem 0; padding: .7rem 1rem; background: var(--card); border: 1px solid var(--good); border-inline-start-width: .375rem; border-radius: .5rem }
.unknown { border-color: var(--late) }
button { margin: .75rem 0 .25rem; padding: .65rem 1.15rem; font: inherit; font-weight: 600; color: var(--on-go); background: var(--go); border: 0; border-radius: .5rem; cursor: pointer }
.danger { color: var(--card); background: var(--bad) }
:focus-visible { outline: 3px solid var(--go); outline-offset: 2px }
nav a { display: inline-block; padding: .5rem 1rem .5rem 0 }
footer { margin-top: 2rem; padding-top: .5rem; border-top: 1px solid var(--line); font-size: .875rem; color: var(--soft) }
`
