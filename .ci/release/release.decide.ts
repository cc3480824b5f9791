/**
 * Which version a release has, or why there is none. A version increases: its patch if the changelog only fixes, its minor if it
 * adds or changes, its major if it removes. Before 1.0 a removal increases the minor.
 */
export type ReleaseFacts = {
  /** What the caller wants, or null. */
  requested: string | null
  /** Of package.json. */
  current: string
  /** The newest release of the changelog, or null before the first. */
  released: string | null
  /** The headings of the section Unreleased that have entries: Added, Changed, Removed … */
  unreleased: string[]
  tags: string[]
  isClean: boolean
}
export type ReleasePlan = { version: string } | { refusal: string }

export function planRelease(facts: ReleaseFacts): ReleasePlan {
  const { requested, current, released, unreleased, tags, isClean } = facts
  if (!isClean) return { refusal: 'The work tree has changes that are not committed.' }
  if (unreleased.length === 0) return { refusal: 'The section Unreleased of CHANGELOG.md has no entries.' }
  if (requested !== null && parse(requested) === null)
    return { refusal: `${requested} is not a version such as 1.2.3.` }
  // The first release has the version that package.json has had until then.
  const version = requested ?? (released === null ? current : nextVersion(released, unreleased))
  if (released !== null && compare(version, released) <= 0)
    return { refusal: `${version} is not higher than ${released}, the newest release of CHANGELOG.md.` }
  if (compare(version, current) < 0)
    return { refusal: `${version} is lower than ${current}, the version of package.json.` }
  if (tags.includes(`v${version}`)) return { refusal: `The tag v${version} exists.` }
  return { version }
}

function nextVersion(released: string, unreleased: string[]): string {
  const [major, minor, patch] = parse(released)!
  if (unreleased.includes('Removed') && major > 0) return `${major + 1}.0.0`
  const onlyFixes = unreleased.every((heading) => heading === 'Fixed' || heading === 'Security')
  return onlyFixes ? `${major}.${minor}.${patch + 1}` : `${major}.${minor + 1}.0`
}

type Version = [major: number, minor: number, patch: number]

function parse(text: string): Version | null {
  const parts = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(text)?.slice(1).map(Number)
  return parts === undefined ? null : (parts as Version)
}

/** Both are versions. */
function compare(one: string, other: string): number {
  const [left, right] = [parse(one)!, parse(other)!]
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2]
}
