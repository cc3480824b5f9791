/** The first inbox link of a text. SMS uses the short path `/i/`, because its length is limited. */
export function findInboxLink(text: string): string | null {
  const links = text.match(/https?:\/\/[^\s<>"]+/gi) ?? []
  return (
    links
      // Punctuation that ends the sentence is not part of the link.
      .map((link) => link.replace(/[.,;:!?'")\]}]+$/, ''))
      .find((link) => /^\/(?:inbox|i)\//.test(URL.parse(link)?.pathname ?? '')) ?? null
  )
}
