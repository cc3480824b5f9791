import { type Setting, type SettingTheme, settings } from '../src/settings.ts'

const themes: Record<SettingTheme, { title: string; introduction: string }> = {
  required: {
    title: 'Required',
    introduction: 'Every process needs these. [Production](guides/production.md) shows how to set them.',
  },
  http: { title: 'HTTP', introduction: 'How the service is reached, by clients, through proxies and by the operator.' },
  email: {
    title: 'Email',
    introduction:
      'Delivery reports and signatures. [Email providers](guides/email-providers.md) shows the steps for each.',
  },
  sms: { title: 'SMS', introduction: '[SMS and WhatsApp](guides/sms-and-whatsapp.md) shows how to set up a provider.' },
  dashboard: {
    title: 'Dashboard',
    introduction: 'People sign in by links in emails and by passkeys. An identity provider is optional.',
  },
  whatsapp: {
    title: 'WhatsApp',
    introduction: '[SMS and WhatsApp](guides/sms-and-whatsapp.md) shows how to set up the account and its templates.',
  },
  webhooks: { title: 'Webhooks', introduction: 'Where merchants may receive events.' },
  capacity: { title: 'Capacity and limits', introduction: 'How much one process does at a time, and how it stops.' },
  logging: {
    title: 'Logging',
    introduction: '[Observability](internals/observability.md) lists the lines and the metrics.',
  },
}

/** The text of docs/configuration.md. */
export function describeConfiguration(): string {
  const sections = Object.keys(themes).map((theme) => sectionOf(theme as SettingTheme))
  return `# Configuration

For the operator: every setting of the service, with its default, an example and its meaning. Generated from
\`server/src/settings.ts\` by \`npm run configuration\`.

Every setting is an environment variable. An empty one counts as not set. A process that finds a problem lists all problems in one
message and does not start. An example can be written in a shell as it is, between double quotes:
\`export PUBLIC_URL="https://updates.example.com"\`.

${sections.join('\n')}`
}

function sectionOf(theme: SettingTheme): string {
  const { title, introduction } = themes[theme]
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
