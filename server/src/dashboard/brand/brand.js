// Shows in the previews what is typed, a moment after the last key, and a logo when it is chosen. Without a script the buttons
// Preview do the same.
{
  const form = document.querySelector('[data-brand] form')
  const logoForm = document.querySelector('[data-logo] form')
  const picture = logoForm?.elements.logo
  const names = ['sender_name', 'brand_colour', 'customer_contact', 'reply_to', 'language']
  let timer
  // The end of the conversion of the chosen picture. Null: none is being converted.
  let converting = null
  let isSaving = false

  const typed = () => new URLSearchParams(names.map((name) => [name, form.elements[name].value])).toString()
  const refresh = () => {
    for (const frame of document.querySelectorAll('iframe[data-preview]'))
      if (frame.name !== '' && picture.files.length > 0) {
        // The same form saves the picture, and of two submissions the browser drops the earlier one.
        if (!isSaving) showLogo(frame)
      }
      // Another address in `src` would be an entry of the history for every key.
      else frame.contentWindow.location.replace(`${frame.dataset.preview}?${typed()}`)
  }
  // A new frame, because what is loaded first into a frame is no entry of the history.
  const showLogo = (frame) => {
    const empty = frame.cloneNode()
    empty.removeAttribute('src')
    frame.replaceWith(empty)
    const button = logoForm.querySelector(`button[formtarget="${frame.name}"]`)
    button.formAction = `${frame.dataset.preview}?${typed()}`
    logoForm.requestSubmit(button)
  }

  // Any picture that the browser can show becomes a PNG that is small enough.
  const convert = async (file) => {
    const image = new Image()
    image.src = await dataUrl(file)
    await image.decode()
    // A drawing without a size of its own gets one.
    const [width, height] = [image.naturalWidth || 480, image.naturalHeight || 144]
    let share = Math.min(1, 480 / width, 144 / height)
    for (;;) {
      const canvas = document.createElement('canvas')
      canvas.width = Math.max(1, Math.round(width * share))
      canvas.height = Math.max(1, Math.round(height * share))
      canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height)
      const png = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
      if (png.size <= 24 * 1024) return new File([png], 'logo.png', { type: 'image/png' })
      share *= 0.8
    }
  }
  const dataUrl = (file) =>
    new Promise((resolve, reject) => {
      const reader = new FileReader()
      reader.addEventListener('load', () => resolve(reader.result))
      reader.addEventListener('error', () => reject(reader.error))
      reader.readAsDataURL(file)
    })

  form?.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(refresh, 400)
  })
  if (logoForm) picture.accept = 'image/*'
  const choose = async () => {
    const [file] = picture.files
    if (file === undefined) return
    try {
      const files = new DataTransfer()
      files.items.add(await convert(file))
      const isReplaced = picture.files[0] !== file
      if (!isReplaced) picture.files = files.files
    } catch {
      // Not a picture that this browser can show. The service says what is wrong with it.
    }
  }
  picture?.addEventListener('change', async () => {
    const chosen = choose()
    converting = chosen
    await chosen
    if (converting !== chosen) return
    converting = null
    refresh()
  })
  logoForm?.addEventListener('submit', (event) => {
    const { submitter } = event
    const isPreview = submitter.formTarget !== ''
    if (isPreview) return
    isSaving = true
    if (converting === null) return
    // A picture that is not converted yet may be too large for the service.
    event.preventDefault()
    converting.then(() => logoForm.requestSubmit(submitter))
  })
  // Back from the page that followed.
  addEventListener('pageshow', () => {
    isSaving = false
  })
}
