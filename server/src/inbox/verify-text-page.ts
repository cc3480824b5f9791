import { type Html, html } from '../html.ts'
import { plainPage } from './layout.ts'
import type { LocaleTexts } from './locales/en.ts'
import { fillHtml } from './locales/fill.ts'
import { nameHtml } from './page-parts.ts'

/** The typed values and the result of the check. */
export type VerifyTextResult = { clue: string; ending: string; isOurs: boolean }

/** `address` is the common beginning of the links in our texts. `result` is null before the first check. */
export function verifyTextPage(texts: LocaleTexts, address: string, result: VerifyTextResult | null): Html {
  const { title, lead, clue, clueHint, ending, button, privacy } = texts.verifyText
  return plainPage(
    texts,
    title,
    html`${result === null ? html`<p>${lead}</p>` : resultHtml(texts, address, result)}
<form id="genuine" class="box" method="post" action="/genuine">
<label for="clue">${clue}</label>
<input id="clue" name="clue" required maxlength="200" autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="clue-hint" value="${result?.clue ?? ''}">
<p id="clue-hint" class="hint">${clueHint}</p>
<label for="ending">${ending}</label>
<input id="ending" name="ending" required inputmode="numeric" pattern="[0-9]{4}" maxlength="4" autocomplete="off" value="${result?.ending ?? ''}">
<button>${button}</button>
</form>
<p class="hint">${privacy}</p>`,
  )
}

function resultHtml({ verifyText }: LocaleTexts, address: string, { ending, isOurs }: VerifyTextResult): Html {
  return isOurs
    ? html`<div id="result" class="yes" role="status">
<p><strong>${fillHtml(verifyText.yes, { ending: nameHtml(ending) })}</strong></p>
<p>${fillHtml(verifyText.yesCare, { address: nameHtml(address) })}</p>
</div>`
    : html`<div id="result" class="unknown" role="status">
<p><strong>${verifyText.unknown}</strong></p>
<p>${verifyText.unknownCare}</p>
</div>`
}
