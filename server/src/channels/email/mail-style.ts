import { type AccentColours, accentColours } from '../../brand/colours.decide.ts'

export const light = {
  page: '#f1f3f6',
  card: '#ffffff',
  line: '#dfe3e9',
  ink: '#1b2230',
  quiet: '#566072',
  tint: '#eaf2fb',
  accent: '#0b57a4',
  onAccent: '#ffffff',
}

export const dark: typeof light = {
  page: '#101216',
  card: '#1b1e25',
  line: '#353a45',
  ink: '#e8ebf0',
  quiet: '#a9b1bf',
  tint: '#223349',
  accent: '#8cc0ff',
  onAccent: '#0c1c30',
}

const font = '-apple-system, BlinkMacSystemFont, Segoe UI, Roboto, Helvetica, Arial, sans-serif'

/** Inline style attributes, which every email client supports. Long words break, so that they do not widen the email. */
const stylesOf = ({ light: accent }: AccentColours, hasColour: boolean) => ({
  page: `margin:0;padding:24px 12px;background:${light.page}`,
  card: `max-width:600px;margin:0 auto;padding:32px;box-sizing:border-box;border-radius:12px;background:${light.card};color:${light.ink};font:16px/1.6 ${font};overflow-wrap:anywhere;word-break:break-word${hasColour ? `;border-top:4px solid ${accent.accent}` : ''}`,
  shop: `margin:0 0 8px;font-size:15px;font-weight:600;color:${light.quiet}`,
  subject: 'margin:0 0 20px;font-size:24px;line-height:1.3;font-weight:700',
  order: `margin:0 0 20px;padding:12px 16px;border-radius:8px;background:${light.tint}`,
  body: 'margin:0 0 28px;white-space:pre-wrap',
  cell: `border-radius:8px;background:${accent.accent};text-align:center;mso-padding-alt:12px 28px`,
  button: `display:inline-block;padding:12px 28px;border-radius:8px;font-weight:600;line-height:24px;color:${accent.onAccent};text-decoration:none`,
  footer: `margin:32px 0 0;padding:20px 0 0;border-top:1px solid ${light.line};font-size:14px;line-height:1.5;color:${light.quiet}`,
  unsubscribe: `display:inline-block;padding:8px 0;color:${light.quiet}`,
})

/** Rules by class, for email clients that support media queries. `!important` is necessary to override the inline styles. */
const sheetOf = (accents: AccentColours, hasColour: boolean): string => `
:root { color-scheme: light dark; supported-color-schemes: light dark }
.body p { margin: 0 0 16px }
.body p:last-child { margin: 0 }
.body a, .contact a { color: ${accents.light.accent} }
@media (max-width: 480px) {
.page { padding: 0 !important }
.card { padding: 24px 20px !important; border-radius: 0 !important }
.subject { font-size: 22px !important }
.action, .button { width: 100% !important }
.button { box-sizing: border-box !important }
}
@media (prefers-color-scheme: dark) {
.page { background: ${dark.page} !important }
.card { background: ${dark.card} !important; color: ${dark.ink} !important }
.shop, .footer, .unsubscribe { color: ${dark.quiet} !important }
.footer { border-color: ${dark.line} !important }
.order { background: ${dark.tint} !important }
.body a, .contact a { color: ${accents.dark.accent} }
.cell { background: ${accents.dark.accent} !important }
.button { color: ${accents.dark.onAccent} !important }${hasColour ? `\n.card { border-color: ${accents.dark.accent} !important }` : ''}
}
`

const serviceColours: AccentColours = { light, dark }
const surfaces = { light: [light.card], dark: [dark.card] }
/** With the colour of the shop, or without one. */
export function mailStyle(colour: string | null) {
  const accents = colour === null ? serviceColours : accentColours(colour, surfaces)
  return { styles: stylesOf(accents, colour !== null), sheet: sheetOf(accents, colour !== null) }
}
