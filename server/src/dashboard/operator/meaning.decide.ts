/**
 * The words of a setting, as plain text, code, and links to pages of the documentation. They are written in the Markdown of
 * docs/configuration.md, where a link is relative to its folder.
 */
export type Segment = { kind: 'text' | 'code'; text: string } | { kind: 'link'; text: string; page: string }

export function segmentsOf(markdown: string): Segment[] {
  const segments: Segment[] = []
  let end = 0
  for (const found of markdown.matchAll(/`([^`]+)`|\[([^\]]+)\]\(([^)]+)\)/g)) {
    if (found.index > end) segments.push({ kind: 'text', text: markdown.slice(end, found.index) })
    segments.push(segmentOf(found))
    end = found.index + found[0].length
  }
  return end < markdown.length ? [...segments, { kind: 'text', text: markdown.slice(end) }] : segments
}

function segmentOf([, code, label, target]: RegExpExecArray): Segment {
  if (code !== undefined) return { kind: 'code', text: code }
  const [, path, anchor = ''] = /^([\w-]+(?:\/[\w-]+)*)\.md(#[\w-]+)?$/.exec(target!) ?? []
  return path === undefined ? { kind: 'text', text: label! } : { kind: 'link', text: label!, page: path + anchor }
}
