/** The text below a heading of the second level, up to the next one. */
export function sectionOf(document: string, heading: string): string {
  return split(document, heading)[1].trim()
}

export function replaceSection(document: string, heading: string, text: string): string {
  const [before, , after] = split(document, heading)
  return `${before}\n${text.trim()}\n${after}`
}

function split(document: string, heading: string): [before: string, section: string, after: string] {
  const title = `\n## ${heading}\n`
  const start = document.indexOf(title)
  if (start === -1) throw new Error(`the document has no section ${heading}`)
  const from = start + title.length
  const next = document.indexOf('\n## ', from)
  const end = next === -1 ? document.length : next
  return [document.slice(0, from), document.slice(from, end), document.slice(end)]
}
