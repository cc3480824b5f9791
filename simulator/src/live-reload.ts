/**
 * Runs in the browser: asks for the page again and shows what changed. Nothing is touched while nothing changes, so a reader
 * keeps the place. After a change what had the focus has it again, what was typed or chosen stands where it stood, and who
 * has scrolled back in a conversation is still there. A page in whose fields somebody composes a letter of several keys waits.
 */
export const live = `
const status = document.querySelector('[role=status]')
let composing = false
addEventListener('compositionstart', () => { composing = true })
addEventListener('compositionend', () => { composing = false })
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
  if (next.innerHTML !== main.innerHTML && !composing) {
    const focused = document.activeElement
    const [start, end] = [focused.selectionStart, focused.selectionEnd]
    const kept = [...main.querySelectorAll('[id]')].map((one) => [one.id, one.value, one.scrollTop])
    main.replaceWith(next)
    for (const [id, value, scrollTop] of kept) {
      const one = document.getElementById(id)
      if (one && value !== undefined) one.value = value
      if (one && scrollTop) one.scrollTop = scrollTop
    }
    const again = sameAs(focused)
    again?.focus({ preventScroll: true })
    if (typeof start === 'number') again?.setSelectionRange(start, end)
  }
  say(words)
}
function sameAs(element) {
  if (element.id) return document.getElementById(element.id)
  const href = element.getAttribute('href')
  return href && document.querySelector('main a[href="' + CSS.escape(href) + '"]')
}
function say(words) {
  if (status.textContent !== words) status.textContent = words
}
setTimeout(look, 1500)
`
