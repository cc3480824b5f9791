// Copies the text of `data-copy`, shows times in the reader's time zone, and closes open menus.
{
  const announcement = document.createElement('p')
  announcement.className = 'unseen'
  announcement.setAttribute('role', 'status')
  document.body.append(announcement)

  const copied = new Map()
  document.addEventListener('click', ({ target }) => {
    const button = target.closest('[data-copy]')
    if (button !== null) void copy(button)
  })
  const copy = async (button) => {
    const label = button.querySelector('span') ?? button
    const before = copied.get(button)?.text ?? label.textContent
    clearTimeout(copied.get(button)?.timer)
    let isCopied = true
    try {
      await navigator.clipboard.writeText(button.dataset.copy)
    } catch {
      isCopied = false
    }
    // The button keeps its width, so that nothing beside it moves.
    button.style.minInlineSize = `${button.offsetWidth}px`
    label.textContent = isCopied ? 'Copied' : 'Not copied'
    announcement.textContent = isCopied ? 'Copied' : 'The browser did not allow copying'
    const timer = setTimeout(() => {
      label.textContent = before
      announcement.textContent = ''
      copied.delete(button)
    }, 2000)
    copied.set(button, { text: before, timer })
  }

  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
  const two = (number) => String(number).padStart(2, '0')
  const local = (at, precision) => {
    const year = at.getFullYear() === new Date().getFullYear() ? '' : ` ${at.getFullYear()}`
    const seconds = precision === 'second' ? `:${two(at.getSeconds())}` : ''
    return `${at.getDate()} ${months[at.getMonth()]}${year}, ${two(at.getHours())}:${two(at.getMinutes())}${seconds}`
  }
  const enhance = (root) => {
    for (const button of root.querySelectorAll('[data-copy][hidden]')) button.hidden = false
    for (const time of root.querySelectorAll('time[datetime]:not([title])')) {
      const at = new Date(time.dateTime)
      if (Number.isNaN(at.getTime())) continue
      time.title = `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
      time.textContent = local(at, time.dataset.precision)
    }
  }
  enhance(document)
  // Rows that arrive later, from another script.
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node.nodeType === Node.ELEMENT_NODE) enhance(node.parentElement ?? node)
  }).observe(document.body, { childList: true, subtree: true })

  const closeMenus = (except) => {
    for (const menu of document.querySelectorAll('details.person[open]')) if (menu !== except) menu.open = false
  }
  document.addEventListener('click', ({ target }) => closeMenus(target.closest('details.person')))
  document.addEventListener('keydown', ({ key }) => {
    const menu = key === 'Escape' ? document.querySelector('details.person[open]') : null
    if (menu === null) return
    menu.open = false
    menu.querySelector('summary').focus()
  })
}
