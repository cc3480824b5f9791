// Shows a button when there are new messages, so that no row moves under the reader. It asks while the page is visible.
{
  const list = document.querySelector('[data-live]')
  const body = list?.querySelector('tbody')
  const place = list?.querySelector('.newer')
  const [normalDelay, longestDelay] = [5000, 60000]
  let delay = normalDelay
  let etag = null
  let arrived = []
  let timer

  const newestAt = () => body?.querySelector('time')?.dateTime
  const isShown = (row) => document.getElementById(row.id) !== null

  const insert = () => {
    for (const row of arrived.toReversed()) {
      row.classList.add('new')
      body.prepend(row)
    }
    arrived = []
    place.replaceChildren()
    body.querySelector('a')?.focus()
  }
  const announce = () => {
    const button = document.createElement('button')
    button.type = 'button'
    const count = arrived.length
    button.textContent = count === 1 ? '1 new message' : `${count >= 50 ? '50 or more' : count} new messages`
    button.addEventListener('click', () => (count >= 50 ? location.reload() : insert()))
    if (place.firstChild?.textContent !== button.textContent) place.replaceChildren(button)
  }
  const ask = async () => {
    try {
      const address = `${list.dataset.live}?since=${encodeURIComponent(newestAt())}`
      const response = await fetch(address, { redirect: 'error', cache: 'no-store', headers: etag === null ? {} : { 'If-None-Match': etag } })
      // Signed out, or not a member any more: asking again does not help.
      if (response.status === 403 || response.status === 404) return
      if (response.status === 200) {
        etag = response.headers.get('etag')
        const rows = document.createElement('tbody')
        rows.innerHTML = await response.text()
        arrived = [...rows.querySelectorAll('tr')].filter((row) => !isShown(row))
        if (arrived.length > 0) announce()
      }
      const isHealthy = response.ok || response.status === 304
      delay = isHealthy ? normalDelay : Math.min(delay * 2, longestDelay)
    } catch {
      delay = Math.min(delay * 2, longestDelay)
    }
    wait()
  }
  const wait = () => {
    clearTimeout(timer)
    if (!document.hidden) timer = setTimeout(ask, delay)
  }
  if (list !== null && newestAt() !== undefined) {
    document.addEventListener('visibilitychange', wait)
    wait()
  }
}
