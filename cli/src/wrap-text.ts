/** Breaks a text between words. All lines but the first begin with `indent` blanks, which the first line is said to have. */
export function wrapText(text: string, width: number, indent: number): string {
  const available = Math.max(20, width - indent)
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= available) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.join(`\n${' '.repeat(indent)}`)
}
