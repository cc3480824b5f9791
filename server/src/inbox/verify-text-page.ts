import { type Html, html } from '../html.ts'
import { plainPage } from './layout.ts'
import type { Words } from './locales/en.ts'
import { fillHtml } from './locales/fill.ts'
import { nameHtml } from './page-parts.ts'

/** What was asked and what can be said to it; null before anybody has asked. */
export type GenuineAnswer = { clue: string; ending: string; isOurs: boolean }

/** Is this text real? `address` is how the links of our texts begin. */
export function genuinePage(words: Words, address: string, answer: GenuineAnswer | null): Html {
  const { title, lead, clue, clueHint, ending, button, privacy } = words.genuine
  return plainPage(
    words,
    title,
    html`${answer === null ? html`<p>${lead}</p>` : answerHtml(words, address, answer)}
<form id="genuine" class="box" method="post" action="/genuine">
<label for="clue">${clue}</label>
<input id="clue" name="clue" required maxlength="200" autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="clue-hint" value="${answer?.clue ?? ''}">
<p id="clue-hint" class="hint">${clueHint}</p>
<label for="ending">${ending}</label>
<input id="ending" name="ending" required inputmode="numeric" pattern="[0-9]{4}" maxlength="4" autocomplete="off" value="${answer?.ending ?? ''}">
<button>${button}</button>
</form>
<p class="hint">${privacy}</p>`,
  )
}

function answerHtml({ genuine }: Words, address: string, { ending, isOurs }: GenuineAnswer): Html {
  return isOurs
    ? html`<div id="answer" class="yes" role="status">
<p><strong>${fillHtml(genuine.yes, { ending: nameHtml(ending) })}</strong></p>
<p>${fillHtml(genuine.yesCare, { address: nameHtml(address) })}</p>
</div>`
    : html`<div id="answer" class="unknown" role="status">
<p><strong>${genuine.unknown}</strong></p>
<p>${genuine.unknownCare}</p>
</div>`
}
