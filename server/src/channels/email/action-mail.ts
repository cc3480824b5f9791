import { html } from '../../html.ts'
import { mailStyle } from './mail-style.ts'

/** An email of the service itself that asks for one thing. The paragraphs are plain text without links. */
export type ActionMail = {
  title: string
  paragraphs: string[]
  action: { label: string; url: string }
  footer: string
}

const { sheet, styles } = mailStyle(null)

/** Both parts of the email. It contains no images and fetches nothing. */
export const actionMail = ({ title, paragraphs, action, footer }: ActionMail): { text: string; html: string } => ({
  text: [...paragraphs, `${action.label}:\n${action.url}`, footer].join('\n\n'),
  html: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>${{ markup: sheet }}</style>
</head>
<body class="page" style="${styles.page}">
<div class="card" role="article" aria-roledescription="email" aria-labelledby="subject" style="${styles.card}">
<h1 class="subject" id="subject" dir="auto" style="${styles.subject}">${title}</h1>
<div class="body" style="${styles.body}">${paragraphs.map((paragraph) => html`<p dir="auto">${paragraph}</p>`)}</div>
<table class="action" role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="cell" style="${styles.cell}">
<a class="button" href="${action.url}" style="${styles.button}">${action.label}</a>
</td></tr></table>
<p class="footer" style="${styles.footer}">${footer}</p>
</div>
</body>
</html>
`.markup,
})
