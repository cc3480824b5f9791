import { type Setting, type SettingTheme, settings, settingThemes } from '../src/settings.ts'

/** The text of .env.example: the required settings to fill in, and the others commented out with their defaults. */
export function describeEnvExample(): string {
  const sections = Object.keys(settingThemes).map((theme) => sectionOf(theme as SettingTheme))
  return `# Every setting of the service. Written by npm run configuration; docs/configuration.md explains them.
# For systemd (EnvironmentFile), containers (--env-file), compose and node --env-file. A shell would need quotes.

${sections.join('\n')}`
}

function sectionOf(theme: SettingTheme): string {
  const lines = Object.entries<Setting>(settings)
    .filter(([, setting]) => setting.theme === theme)
    .map(([name, setting]) => `# ${firstSentence(setting.meaning)}\n${lineOf(name, setting)}\n`)
  return `## ${settingThemes[theme].title}\n\n${lines.join('\n')}`
}

/** An example with a command is no value outside a shell. */
function lineOf(name: string, { default: value, example }: Setting): string {
  if (!example.includes('$(')) return value === 'required' ? `${name}=${example}` : `#${name}=${value ?? example}`
  return `# Value: ${example}\n${value === 'required' ? '' : '#'}${name}=`
}

const firstSentence = (meaning: string): string =>
  /^.*?[.:](?= |$)/.exec(meaning.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', ''))![0].replace(/:$/, '.')
