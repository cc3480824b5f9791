import { type Setting, settings } from '../src/config.ts'

/** The text of docs/configuration.md. */
export function describeConfiguration(): string {
  const rows = Object.entries<Setting>(settings).map(
    ([name, setting]) => `| \`${name}\` | ${defaultOf(setting)} | ${escapeCell(sentences(setting))} |`,
  )
  return `# Configuration

Generated from \`server/src/config.ts\` by \`npm run configuration\`. Every setting is an environment variable. A process that finds
a problem lists all problems in one message and does not start. [Production](guides/production.md) shows a minimal set.

| Setting | Default | Meaning |
|---|---|---|
${rows.join('\n')}
`
}

const defaultOf = ({ default: value }: Setting): string =>
  value === 'required' ? 'required' : value === null ? 'none' : `\`${value}\``

function sentences({ expects, notes }: Setting): string {
  const first = expects.startsWith('https://')
    ? `\`${expects}\`.`
    : `${expects.charAt(0).toUpperCase()}${expects.slice(1)}${expects.endsWith('…') ? '' : '.'}`
  return notes === undefined ? first : `${first} ${notes}`
}

const escapeCell = (text: string): string => text.replaceAll('|', String.raw`\|`)
