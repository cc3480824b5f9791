// Shows in the previews what is typed, a moment after the last key. Without a script the button Preview does the same.
{
  const form = document.querySelector('[data-brand] form')
  const frames = [...document.querySelectorAll('iframe[data-preview]')]
  const names = ['sender_name', 'brand_colour', 'customer_contact', 'reply_to', 'language']
  let timer

  const refresh = () => {
    const query = new URLSearchParams(names.map((name) => [name, form.elements[name].value]))
    // Another address in `src` would be an entry of the history for every key.
    for (const frame of frames) frame.contentWindow.location.replace(`${frame.dataset.preview}?${query}`)
  }
  form?.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(refresh, 400)
  })
}
