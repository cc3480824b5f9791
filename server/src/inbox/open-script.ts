/**
 * Submits the open form when a person reads the page: it has been visible for half a second and there is a pointer, key, wheel
 * or touch event, or it has been visible for five seconds. A false open would cancel an escalation, and mail scanners run
 * scripts and click immediately. Scroll events do not count, because `isTrusted` is also true for scrolling by a script.
 *
 * The script removes the form from the page, because another script could submit a form that is only hidden. The response is a
 * redirect to the current page, so it is not followed. If it was not recorded, the form is shown again, and its button leads to
 * a page with the reason. Without JavaScript the reader uses the button. A page with nothing to open has no form.
 */
export const openScript = `
const form = document.getElementById('open')
const inputEvents = ['pointerdown', 'keydown', 'wheel', 'touchstart']
let visibleMilliseconds = 0
const isVisible = () => document.visibilityState === 'visible'
const onInput = (event) => {
  if (event.isTrusted && isVisible() && visibleMilliseconds >= 500) send()
}
const countVisible = () => {
  if (isVisible()) visibleMilliseconds += 250
  if (visibleMilliseconds >= 5000) send()
}
let container
let timer
const send = () => {
  clearInterval(timer)
  for (const type of inputEvents) removeEventListener(type, onInput)
  const request = { method: 'POST', body: new URLSearchParams(new FormData(form)), keepalive: true, redirect: 'manual' }
  const restore = () => container.append(form)
  fetch(form.action, request).then(({ status }) => status >= 400 && restore(), restore)
}
if (form !== null) {
  container = form.parentNode
  form.remove()
  timer = setInterval(countVisible, 250)
  for (const type of inputEvents) addEventListener(type, onInput, { passive: true })
}
`
