// Keys: `/` for the search, `g` and a letter for a page, `j` and `k` through rows, the command palette, and the list of all keys.
{
  const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
  const make = (name, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(name), properties)
    element.append(...children)
    return element
  }
  const keysOf = (keys) => keys.split(' ').map((key) => make('kbd', { textContent: key }))
  const labelOf = (link) => link.textContent.trim().replaceAll(/\s+/g, ' ')
  const withKeys = () => [...document.querySelectorAll('a[data-keys]')]
  const rowLinks = 'main .row-link, main tbody td:first-child a'
  const searchField = () => document.querySelector('input[data-search]')
  const isTyping = (target) => target.closest('input, textarea, select, [contenteditable]') !== null

  const openDialog = (dialog) => {
    document.querySelector('dialog.keys-dialog[open]')?.close()
    document.body.append(dialog)
    // A click beside the dialog is a click on the dialog itself: its content covers the rest.
    dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close())
    dialog.addEventListener('close', () => dialog.remove())
    dialog.showModal()
  }

  const showKeys = () => {
    const rows = [
      ['Commands', isMac ? '⌘ K' : 'Ctrl K'],
      ...(searchField() === null ? [] : [['Search', '/']]),
      ...(document.querySelector(rowLinks) === null ? [] : [['Next row, previous row, open', 'j k Enter']]),
      ...withKeys().map((link) => [labelOf(link), link.dataset.keys]),
      ['This list', '?'],
    ]
    const list = make('dl', { className: 'keys' })
    for (const [label, keys] of rows)
      list.append(make('div', {}, make('dt', { textContent: label }), make('dd', {}, ...keysOf(keys))))
    const close = make('button', { className: 'button quiet small', textContent: 'Close', autofocus: true })
    close.addEventListener('click', () => close.closest('dialog').close())
    const title = make('h2', { id: 'keys-title', textContent: 'Keyboard shortcuts' })
    const dialog = make('dialog', { className: 'keys-dialog' }, make('div', { className: 'dialog-head' }, title, close), list)
    dialog.setAttribute('aria-labelledby', 'keys-title')
    openDialog(dialog)
  }

  // The commands are the links of the page, so the palette offers nothing that the page does not.
  const commandsOf = () => {
    const seen = new Set()
    return [...document.querySelectorAll('a[data-keys], a[data-command], main a.button, main .row-link')].flatMap((link) => {
      const label = link.dataset.command ?? labelOf(link)
      if (label === '' || seen.has(link.href + label)) return []
      seen.add(link.href + label)
      return [{ label, href: link.href, keys: link.dataset.keys ?? '', icon: link.querySelector('svg') }]
    })
  }
  const searchesOf = (text) => {
    const links = [...document.querySelectorAll('a[data-search-name]')]
    return links.map((link) => {
      const url = new URL(link.href)
      url.searchParams.set(link.dataset.searchName, text)
      return { label: `Search ${labelOf(link).toLowerCase()} for “${text}”`, href: url.href, keys: '', icon: null }
    })
  }

  const showPalette = () => {
    const commands = commandsOf()
    const input = make('input', { type: 'text', autofocus: true, autocomplete: 'off', spellcheck: false, placeholder: 'Go to a page, or search' })
    for (const [name, value] of Object.entries({ role: 'combobox', 'aria-label': 'Command', 'aria-expanded': 'true', 'aria-controls': 'commands', 'aria-autocomplete': 'list' }))
      input.setAttribute(name, value)
    const list = make('ul', { id: 'commands' })
    list.setAttribute('role', 'listbox')
    list.setAttribute('aria-label', 'Commands')
    const dialog = make('dialog', { className: 'keys-dialog palette' }, make('div', { className: 'palette-head' }, input, ...keysOf('Esc')), list)
    dialog.setAttribute('aria-label', 'Commands')

    let shown = []
    let selected = 0
    const select = (index) => {
      selected = shown.length === 0 ? 0 : (index + shown.length) % shown.length
      for (const [position, option] of [...list.children].entries()) {
        option.setAttribute('aria-selected', String(position === selected))
        if (position === selected) option.scrollIntoView({ block: 'nearest' })
      }
      if (shown.length > 0) input.setAttribute('aria-activedescendant', `command-${selected}`)
      else input.removeAttribute('aria-activedescendant')
    }
    const update = () => {
      const text = input.value.trim()
      const words = text.toLowerCase().split(/\s+/)
      const found = commands.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
      shown = [...found.slice(0, text === '' ? 12 : 8), ...(text === '' ? [] : searchesOf(text))]
      list.replaceChildren(
        ...shown.map(({ label, keys, icon }, index) => {
          const option = make('li', { id: `command-${index}` })
          option.setAttribute('role', 'option')
          if (icon !== null) option.append(icon.cloneNode(true))
          option.append(make('span', { textContent: label }), ...(keys === '' ? [] : keysOf(keys)))
          option.addEventListener('click', () => location.assign(shown[index].href))
          option.addEventListener('pointermove', () => selected !== index && select(index))
          return option
        }),
      )
      if (shown.length === 0) {
        const nothing = make('li', { className: 'nothing', textContent: 'No command has these words.' })
        nothing.setAttribute('role', 'presentation')
        list.append(nothing)
      }
      select(0)
    }
    input.addEventListener('input', update)
    input.addEventListener('keydown', (event) => {
      if (event.isComposing) return
      if (event.key === 'ArrowDown') select(selected + 1)
      else if (event.key === 'ArrowUp') select(selected - 1)
      else if (event.key === 'Enter' && shown.length > 0) location.assign(shown[selected].href)
      else return
      event.preventDefault()
    })
    openDialog(dialog)
    update()
  }

  const moveRow = (step) => {
    const rows = [...document.querySelectorAll(rowLinks)].filter((link) => link.offsetParent !== null)
    if (rows.length === 0) return
    const now = rows.indexOf(document.activeElement)
    const next = rows[now === -1 ? (step > 0 ? 0 : rows.length - 1) : Math.min(Math.max(now + step, 0), rows.length - 1)]
    next.focus()
    next.closest('tr, li')?.scrollIntoView({ block: 'nearest' })
  }

  let isGoing = false
  let goTimer
  const followGo = (key) => {
    isGoing = false
    clearTimeout(goTimer)
    const link = withKeys().find(({ dataset }) => dataset.keys === `g ${key}`)
    if (link !== undefined) location.assign(link.href)
    return link !== undefined
  }
  const plainKeys = {
    '/': () => searchField()?.focus(),
    '?': showKeys,
    j: () => moveRow(1),
    k: () => moveRow(-1),
    g: () => {
      isGoing = true
      goTimer = setTimeout(() => (isGoing = false), 1500)
    },
  }
  document.addEventListener('keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      if (document.querySelector('dialog.palette[open]') === null) showPalette()
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (event.key === 'Escape' && event.target === searchField()) event.target.blur()
    if (isTyping(event.target) || document.querySelector('dialog[open]') !== null) return
    if (isGoing && followGo(event.key)) return event.preventDefault()
    const act = Object.hasOwn(plainKeys, event.key) ? plainKeys[event.key] : null
    if (act === null || (event.key === '/' && searchField() === null)) return
    event.preventDefault()
    act()
  })
  document.addEventListener('click', ({ target }) => {
    if (target.closest('[data-opens="palette"]') !== null) showPalette()
  })
  for (const opener of document.querySelectorAll('[data-opens="palette"]')) opener.hidden = false
}
