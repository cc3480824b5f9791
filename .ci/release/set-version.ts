const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const

type Manifest = { name?: string; version?: string; link?: true } & Partial<
  Record<(typeof kinds)[number], Record<string, string>>
>
type Lockfile = Manifest & { packages?: Record<string, Manifest> }

/**
 * Sets the version of our packages in a package.json or a package-lock.json, wherever they are described or required. All of
 * them have one version, which is that of the release.
 */
export function setVersion(json: string, ours: string[], version: string): string {
  const document = JSON.parse(json) as Lockfile
  for (const [path, manifest] of [['', document], ...Object.entries(document.packages ?? {})] as const) {
    const name = manifest.name ?? path.slice(path.indexOf('node_modules/') + 'node_modules/'.length)
    if (manifest.version !== undefined && ours.includes(name)) manifest.version = version
    for (const kind of kinds)
      for (const dependency of Object.keys(manifest[kind] ?? {}))
        if (ours.includes(dependency)) manifest[kind]![dependency] = version
  }
  return `${JSON.stringify(document, null, 2)}\n`
}
