/** CHANGELOG.md in the form of Keep a Changelog: releases are second headings, the newest first, kinds of changes third ones. */
const unreleasedHeading = '## [Unreleased]\n'

/** The newest release, and the kinds of changes below Unreleased that have entries. */
export function readChangelog(text: string): { released: string | null; unreleased: string[] } {
  return {
    released: /^## \[(\d[^\]]*)\]/m.exec(text)?.[1] ?? null,
    unreleased: sectionOf(text, unreleasedHeading)
      .split(/^### /m)
      .slice(1)
      .filter((kind) => /^- /m.test(kind))
      .map((kind) => kind.slice(0, kind.indexOf('\n')).trim()),
  }
}

/** Moves what is unreleased to a release. */
export function releaseChangelog(text: string, version: string, date: string): string {
  return text.replace(unreleasedHeading, `${unreleasedHeading}\n${headingOf(version, date)}`)
}

const headingOf = (version: string, date: string): string => `## [${version}] - ${date}\n`

function sectionOf(text: string, heading: string): string {
  const begin = text.indexOf(heading)
  if (begin < 0) throw new Error(`CHANGELOG.md has no heading ${heading.trim()}`)
  const rest = text.slice(begin + heading.length)
  const end = rest.search(/^## /m)
  return end < 0 ? rest : rest.slice(0, end)
}
