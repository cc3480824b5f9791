/** The anchor of a heading, by the rule of GitHub, so that a link into a document works there and here. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

/** Anchors of one page: a heading that repeats gets a number. */
export function createAnchors(): (heading: string) => string {
  const used = new Map<string, number>()
  return (heading) => {
    const anchor = anchorOf(heading)
    const count = used.get(anchor) ?? 0
    used.set(anchor, count + 1)
    return count === 0 ? anchor : `${anchor}-${count}`
  }
}
