// Passkeys. The forms are hidden where the browser has none.
{
  const hasPasskeys = window.PublicKeyCredential?.parseRequestOptionsFromJSON !== undefined

  /** Asks the browser for a passkey, or for a new one, and sends it with the form. */
  const ask = async (form) => {
    const { passkey, options: address } = form.dataset
    const response = await fetch(address, { method: 'POST', body: new URLSearchParams(new FormData(form)) })
    // The service asks for a fresh sign-in first.
    if (response.redirected) return window.location.assign(response.url)
    if (!response.ok) throw new Error(`the service responded with ${response.status}`)
    const { attempt, options } = await response.json()
    const credential =
      passkey === 'create'
        ? await navigator.credentials.create({
            publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
          })
        : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) })
    form.elements.namedItem('attempt').value = attempt
    form.elements.namedItem('response').value = JSON.stringify(credential)
    form.submit()
  }

  for (const form of document.querySelectorAll('form[data-passkey]')) {
    if (!hasPasskeys) continue
    form.hidden = false
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      const problem = form.querySelector('[role="status"]')
      problem.textContent = ''
      ask(form).catch(() => {
        problem.textContent = 'No passkey was used. Try again, or choose another way.'
      })
    })
  }
}
