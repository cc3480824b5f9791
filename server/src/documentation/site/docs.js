// Conveniences of the documentation: search, copying code, the chosen language, and the place in a page. Every page is complete
// without them.
{
  const field = document.querySelector('#search')
  const list = document.querySelector('#results')
  const status = document.querySelector('#found')
  const maxResults = 8
  let index = null
  let active = -1

  document.querySelector('.search').hidden = false

  const load = () => {
    index ??= fetch('/docs/search.json')
      .then((response) => response.json())
      .catch(() => {
        index = null
        return []
      })
    return index
  }

  const scoreIn = (names, word, weight) =>
    names.split(' ').includes(word) ? weight : names.includes(word) ? weight / 2 : 0

  /** Every word of the query must occur. A title counts most, then keywords, headings and the summary. */
  const scoreOf = (page, words) => {
    let sum = 0
    for (const word of words) {
      const title = page.title.toLowerCase()
      const score =
        (title === word ? 40 : 0) +
        (title.startsWith(word) ? 12 : title.includes(word) ? 8 : 0) +
        scoreIn(page.keywords.toLowerCase(), word, 6) +
        scoreIn(page.names.toLowerCase(), word, 4) +
        (page.headings.some((heading) => heading.toLowerCase().includes(word)) ? 3 : 0) +
        (page.summary.toLowerCase().includes(word) ? 2 : 0) +
        (page.path.toLowerCase().includes(word) ? 1 : 0)
      if (score === 0) return 0
      sum += score
    }
    return sum
  }

  const element = (name, className, text) => {
    const made = document.createElement(name)
    made.className = className
    made.textContent = text
    return made
  }

  const optionOf = (page, position) => {
    const option = element('li', '', '')
    option.id = `result-${position}`
    option.setAttribute('role', 'option')
    option.setAttribute('aria-selected', 'false')
    option.dataset.path = page.path
    option.append(
      element('span', 'result-title', page.title),
      element('span', 'result-section', page.section),
      element('span', 'result-summary', page.summary),
    )
    return option
  }

  const open = (isOpen) => {
    list.hidden = !isOpen
    field.setAttribute('aria-expanded', String(isOpen))
    if (!isOpen) activate(-1)
  }

  const activate = (position) => {
    list.children[active]?.setAttribute('aria-selected', 'false')
    active = position
    const option = list.children[active]
    if (option === undefined) return field.removeAttribute('aria-activedescendant')
    option.setAttribute('aria-selected', 'true')
    option.scrollIntoView({ block: 'nearest' })
    field.setAttribute('aria-activedescendant', option.id)
  }

  const search = async () => {
    const query = field.value.toLowerCase().trim()
    const pages = await load()
    if (query !== field.value.toLowerCase().trim()) return
    const words = query.split(/\s+/)
    const found = pages
      .map((page) => ({ page, score: query === '' ? 0 : scoreOf(page, words) }))
      .filter(({ score }) => score > 0)
      .toSorted((one, two) => two.score - one.score)
      .slice(0, maxResults)
    list.replaceChildren(...found.map(({ page }, position) => optionOf(page, position)))
    open(found.length > 0)
    if (found.length > 0) activate(0)
    status.textContent = query === '' ? '' : `${found.length} ${found.length === 1 ? 'page' : 'pages'} found`
    document.querySelector('.search').classList.toggle('empty', query !== '' && found.length === 0)
  }

  const goTo = (option) => {
    if (option !== undefined && option !== null) location.assign(option.dataset.path)
  }

  field.addEventListener('focus', load)
  field.addEventListener('input', () => void search())
  field.addEventListener('keydown', (event) => {
    const count = list.children.length
    if (event.key === 'Escape') {
      if (list.hidden) field.value = ''
      open(false)
    } else if (event.key === 'Enter') goTo(list.children[active])
    else if (count > 0 && event.key === 'ArrowDown') {
      open(true)
      activate((active + 1) % count)
    } else if (count > 0 && event.key === 'ArrowUp') {
      open(true)
      activate((active - 1 + count) % count)
    } else return
    event.preventDefault()
  })
  // A press must not take the focus from the field, or the list would close before the click.
  list.addEventListener('mousedown', (event) => event.preventDefault())
  list.addEventListener('click', (event) => goTo(event.target.closest('[role=option]')))
  field.addEventListener('blur', () => open(false))
  document.addEventListener('keydown', (event) => {
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) && event.target.type !== 'radio'
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    field.focus()
    field.select()
  })
}

for (const block of document.querySelectorAll('.code')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  const copy = async () => {
    await navigator.clipboard.writeText(block.querySelector('pre').textContent)
    button.textContent = 'Copied'
    setTimeout(() => (button.textContent = 'Copy'), 2000)
  }
  button.addEventListener('click', () => void copy())
  block.append(button)
}

{
  const name = 'tidings-docs-language'
  // Storage can be disabled. Then the first language is shown on every page.
  const read = () => {
    try {
      return localStorage.getItem(name)
    } catch {
      return null
    }
  }
  const chosen = read()
  for (const radio of document.querySelectorAll('.tabs input')) {
    if (radio.value === chosen) radio.checked = true
    radio.addEventListener('change', () => {
      try {
        localStorage.setItem(name, radio.value)
      } catch {}
    })
  }
}

// The navigation shows the current page, also when its list is long.
{
  const side = document.querySelector('#navigation')
  const current = side.querySelector('[aria-current]')
  if (current !== null && current.offsetTop > side.clientHeight * 0.8) side.scrollTop = current.offsetTop - side.clientHeight / 2
}

// The list of headings marks the one that is being read: the last whose heading is in the upper third of the window or above.
{
  const links = [...document.querySelectorAll('.contents a')]
  const headings = links.map((link) => document.getElementById(link.hash.slice(1)))
  const mark = () => {
    const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2
    const read = headings.findLastIndex((heading) => heading.getBoundingClientRect().top < innerHeight / 3)
    const current = isAtEnd ? links.length - 1 : read
    for (const [index, link] of links.entries())
      if (index === current) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
  }
  let isDue = false
  const markInNextFrame = () => {
    if (isDue) return
    isDue = true
    requestAnimationFrame(() => {
      isDue = false
      mark()
    })
  }
  if (links.length > 0) {
    addEventListener('scroll', markInNextFrame, { passive: true })
    addEventListener('resize', markInNextFrame)
    mark()
  }
}
