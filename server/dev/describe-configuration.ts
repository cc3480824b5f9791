import { type Setting, type SettingTheme, settings, settingThemes } from '../src/settings.ts'

/** The text of docs/configuration.md. */
export function describeConfiguration(): string {
  const sections = Object.keys(settingThemes).map((theme) => sectionOf(theme as SettingTheme))
  return `# Configuration

For the operator: every setting of the service, with its default, an example and its meaning. Generated from
\`server/src/settings.ts\` by \`npm run configuration\`.

Every setting is an environment variable. An empty one counts as not set. A process that finds a problem lists all problems in one
message and does not start. An example can be written in a shell as it is, between double quotes:
\`export PUBLIC_URL="https://updates.example.com"\`.

${sections.join('\n')}`
}

function sectionOf(theme: SettingTheme): string {
  const { title, introduction } = settingThemes[theme]
  const rows = Object.entries<Setting>(settings)
    .filter(([, setting]) => setting.theme === theme)
    .map(
      ([name, setting]) => `| \`${name}\` | ${defaultOf(setting)} | \`${setting.example}\` | ${meaningOf(setting)} |`,
    )
  return `## ${title}

${introduction}

| Setting | Default | Example | Meaning |
|---|---|---|---|
${rows.join('\n')}
`
}

const defaultOf = ({ default: value }: Setting): string =>
  value === 'required' ? 'required' : value === null ? 'none' : `\`${value}\``

function meaningOf({ expects, meaning }: Setting): string {
  const value = expects.startsWith('https://') ? `\`${expects}\`` : expects
  return `${meaning} Value: ${value}${value.endsWith('…') ? '' : '.'}`.replaceAll('|', String.raw`\|`)
}
