/**
 * Runs in the browser: asks for the page again and shows what changed. Nothing is touched while nothing changes,
 * so a reader keeps the place, and what had the focus has it again after a change.
 */
export const live = `
const status = document.querySelector('[role=status]')
async function look() {
  try {
    const answer = await fetch(location.href)
    const next = new DOMParser().parseFromString(await answer.text(), 'text/html')
    show(next.querySelector('main'), next.querySelector('[role=status]').textContent)
  } catch {
    say('The simulator does not answer')
  }
  setTimeout(look, 1500)
}
function show(next, words) {
  const main = document.querySelector('main')
  if (next.innerHTML !== main.innerHTML) {
    const focused = document.activeElement.getAttribute('href')
    main.replaceWith(next)
    if (focused) document.querySelector('main a[href="' + CSS.escape(focused) + '"]')?.focus({ preventScroll: true })
  }
  say(words)
}
function say(words) {
  if (status.textContent !== words) status.textContent = words
}
setTimeout(look, 1500)
`
