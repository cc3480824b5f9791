// Shows the buttons that print a page.
{
  for (const button of document.querySelectorAll('[data-print]')) {
    button.hidden = false
    button.addEventListener('click', () => window.print())
  }
}
