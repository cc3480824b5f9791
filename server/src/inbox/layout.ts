import { createHash } from 'node:crypto'
import { type Html, html } from '../html.ts'
import { openScript } from './open-script.ts'

/** What all pages for a recipient have in common: nothing from elsewhere, one style element and at most one script. */
export function layout(title: string, content: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${title}</title>
<style>${{ markup: style }}</style>
</head>
<body>
${content}
</body>
</html>
`
}

// Greys keep a contrast of 4.5 to 1: what is dimmed must still be readable.
const style = `
:root { color-scheme: light dark; --paper: #f4f5f7; --card: #fff; --line: #d8dce3; --ink: #1b2230; --soft: #596273; --link: #0b57a4 }
@media (prefers-color-scheme: dark) {
  :root { --paper: #14161b; --card: #1d2027; --line: #3a3f4a; --ink: #e6e9ef; --soft: #a0a8b6; --link: #8cc0ff }
}
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 42rem; padding: 1.5rem 1rem 3rem; font: 1rem/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); overflow-wrap: anywhere }
h1 { margin: 0; font-size: 1.6rem; line-height: 1.25 }
h2 { margin: 0; font-size: 1.15rem; line-height: 1.35 }
p { margin: .5rem 0 }
a { color: var(--link) }
article { margin: 1rem 0; padding: 1rem 1.1rem; background: var(--card); border: 1px solid var(--line); border-radius: .5rem }
.facts { margin: .2rem 0 .8rem; font-size: .875rem; color: var(--soft) }
.facts span { display: inline-block; margin-inline-end: .8rem }
.body { white-space: pre-wrap }
.label { display: block; width: fit-content; margin-bottom: .4rem; padding: .05rem .5rem; font-size: .8rem; font-weight: 600; border: 1px solid; border-radius: 1rem }
.past { background: none; color: var(--soft) }
.past a { color: inherit }
.retracted { border-style: dashed }
button { margin: .5rem 0; padding: .6rem 1.1rem; font: inherit; font-weight: 600; color: var(--card); background: var(--link); border: 0; border-radius: .5rem; cursor: pointer }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
nav a { display: inline-block; padding: .5rem 1rem .5rem 0 }
footer { margin-top: 2rem; padding-top: .5rem; border-top: 1px solid var(--line); font-size: .875rem; color: var(--soft) }
`

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(openScript)}`,
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
