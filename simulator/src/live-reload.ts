/**
 * Runs in the browser: fetches the page every 1.5 seconds and replaces `main` only if it changed. Focus, selection, input
 * values and scroll positions are restored after a replacement. During IME composition the page is not replaced, because that
 * would abort the composition.
 */
export const liveReloadScript = `
const status = document.querySelector('[role=status]')
let composing = false
addEventListener('compositionstart', () => { composing = true })
addEventListener('compositionend', () => { composing = false })
async function reload() {
  try {
    const response = await fetch(location.href)
    const next = new DOMParser().parseFromString(await response.text(), 'text/html')
    show(next.querySelector('main'), next.querySelector('[role=status]').textContent)
  } catch {
    setStatus('The simulator does not respond')
  }
  setTimeout(reload, 1500)
}
function show(next, text) {
  const main = document.querySelector('main')
  if (next.innerHTML !== main.innerHTML && !composing) {
    const focused = document.activeElement
    const [start, end] = [focused.selectionStart, focused.selectionEnd]
    const saved = [...main.querySelectorAll('[id]')].map((element) => [element.id, element.value, element.scrollTop])
    main.replaceWith(next)
    for (const [id, value, scrollTop] of saved) {
      const element = document.getElementById(id)
      if (element && value !== undefined) element.value = value
      if (element && scrollTop) element.scrollTop = scrollTop
    }
    const replacement = replacementOf(focused)
    replacement?.focus({ preventScroll: true })
    if (typeof start === 'number') replacement?.setSelectionRange(start, end)
  }
  setStatus(text)
}
function replacementOf(element) {
  if (element.id) return document.getElementById(element.id)
  const href = element.getAttribute('href')
  return href && document.querySelector('main a[href="' + CSS.escape(href) + '"]')
}
function setStatus(text) {
  if (status.textContent !== text) status.textContent = text
}
setTimeout(reload, 1500)
`
