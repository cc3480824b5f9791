/** The first link of a text that leads to the inbox. A text message has the short path, since it pays for every character. */
export function findInboxLink(text: string): string | null {
  const links = text.match(/https?:\/\/[^\s<>"]+/gi) ?? []
  return (
    links
      // The full stop or bracket that closes a sentence is not part of its link.
      .map((link) => link.replace(/[.,;:!?'")\]}]+$/, ''))
      .find((link) => /^\/(?:inbox|i)\//.test(URL.parse(link)?.pathname ?? '')) ?? null
  )
}
