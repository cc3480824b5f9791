/**
 * Sends the form by itself once a person is there: the page has been visible for half a second and somebody points, types, turns
 * the wheel or touches, or it has been visible for five seconds. A false open calls off a text that was wanted, and programs
 * that look through mail run scripts and click at once. Scrolling does not count, because a script's scrolling is trusted too.
 *
 * The form is taken out of the page while the script is in charge: a script of somebody else could press the button of a hidden
 * one. The answer is a redirect to the page that is already there, so it is not followed. Who has no scripts has the button. A page
 * with nothing to open has no form.
 */
export const openScript = `
const form = document.getElementById('open')
const acts = ['pointerdown', 'keydown', 'wheel', 'touchstart']
let visibleMilliseconds = 0
const isVisible = () => document.visibilityState === 'visible'
const onAct = (event) => {
  if (event.isTrusted && isVisible() && visibleMilliseconds >= 500) send()
}
const look = () => {
  if (isVisible()) visibleMilliseconds += 250
  if (visibleMilliseconds >= 5000) send()
}
let place
let timer
const send = () => {
  clearInterval(timer)
  for (const act of acts) removeEventListener(act, onAct)
  const request = { method: 'POST', body: new URLSearchParams(new FormData(form)), keepalive: true, redirect: 'manual' }
  fetch(form.action, request).catch(() => place.append(form))
}
if (form !== null) {
  place = form.parentNode
  form.remove()
  timer = setInterval(look, 250)
  for (const act of acts) addEventListener(act, onAct, { passive: true })
}
`
