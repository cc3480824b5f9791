import type { Channel } from '../../channels/registry.ts'
import type {
  DisplayedChannel,
  DisplayedPart,
  DisplayedSetting,
  DisplayedSettings,
  SettingGroup,
} from '../../displayed-settings.ts'
import { type Html, html } from '../../html.ts'
import { card, codeWord, linkButton, note, pageHead, stack, type Tone, table, tag } from '../../pages/components.ts'
import { segmentsOf } from './meaning.decide.ts'
import { documentPath, operatorPath } from './paths.ts'

/** `addressOf` is the public address of a path at which a provider is to call the service. */
type ConfigurationPage = DisplayedSettings & { publicUrl: string; addressOf: (path: string) => string }

/** Every setting of the process that serves the page. The values have no secrets any more: they are left out when it starts. */
export const configurationPage = ({
  groups,
  channels,
  publicUrl,
  addressOf,
}: ConfigurationPage): Html => html`${pageHead({
  title: 'Settings',
  lead: 'What is in force in the process that served this page. No secret is shown, only whether it is set.',
  trail: [{ label: 'Needs attention', href: operatorPath }, { label: 'Settings' }],
  actions: linkButton({
    label: 'Documentation',
    href: documentPath(publicUrl, 'configuration'),
    icon: 'book',
  }),
})}
${note('info', 'Processes may differ', [
  'Each process reads its own environment when it starts. A change needs a restart of every process, and this page shows one of them.',
  html`Whether the settings work is checked by <code>npm run doctor</code> on the machine of a process: it connects to the database, the mail server and the providers, and calls the addresses below.`,
])}
${channelsCard(channels, addressOf)}
<nav aria-label="Groups of settings"><ul class="documents">${groups.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
${stack(groups.map((group) => groupCard(group, publicUrl)))}`

const channelNames: Record<Channel, string> = { email: 'Email', sms: 'SMS', whatsapp: 'WhatsApp' }

const channelsCard = (channels: DisplayedChannel[], addressOf: ConfigurationPage['addressOf']): Html =>
  card({
    title: 'Channels',
    body: table({
      caption: 'Channels, and the addresses to register at their providers',
      head: ['Channel', 'State', 'Address to register at the provider'],
      rows: channels.map(
        ({ channel, isOn, callbacks }) =>
          html`<tr><th scope="row">${channelNames[channel]}</th><td>${isOn ? tag('good', 'On') : tag('neutral', 'Off')}</td><td>${addresses(channel, isOn, callbacks, addressOf)}</td></tr>`,
      ),
    }),
    footer:
      'Delivery reports, replies and stops arrive at these addresses. No shop can use a channel that is off here.',
  })

function addresses(
  channel: Channel,
  isOn: boolean,
  callbacks: DisplayedChannel['callbacks'],
  addressOf: ConfigurationPage['addressOf'],
): string | Html {
  if (!isOn) return ''
  if (callbacks.length === 0)
    return channel === 'email' ? 'None: without EMAIL_PROVIDER the delivery of an email stays unknown.' : ''
  return html`<dl class="parts">${callbacks.map(({ provider, path }) => html`<div><dt>${provider}</dt><dd>${codeWord(addressOf(path))}</dd></div>`)}</dl>`
}

const groupCard = ({ id, title, introduction, settings }: SettingGroup, publicUrl: string): Html =>
  card({
    title,
    id,
    body: html`<ul class="settings">${settings.map((setting) => entry(setting, publicUrl))}</ul>`,
    footer: html`<span class="prose">${prose(introduction, publicUrl)}</span>`,
  })

const entry = (setting: DisplayedSetting, publicUrl: string): Html =>
  html`<li><div class="name"><h3>${setting.name}</h3>${stateTag(setting)}</div><div class="value">${valueOf(setting)}<p class="prose">${prose(setting.meaning, publicUrl)}</p></div></li>`

const states: Record<DisplayedSetting['state'], { tone: Tone; label: string }> = {
  set: { tone: 'info', label: 'Set' },
  default: { tone: 'neutral', label: 'Default' },
  not_set: { tone: 'neutral', label: 'Not set' },
  unused: { tone: 'warn', label: 'Not used' },
}
const stateTag = ({ state }: DisplayedSetting): Html => tag(states[state].tone, states[state].label)

function valueOf({ value }: DisplayedSetting): Html {
  if (value === null) return none
  if (value.kind === 'hidden') return html`<p>A secret, not shown</p>`
  if (value.kind === 'text') return html`<p>${codeWord(value.text)}</p>`
  return html`<dl class="parts">${value.parts.map((part) => html`<div><dt>${part.name}</dt><dd>${partOf(part)}</dd></div>`)}</dl>`
}
const none: Html = { markup: '' }
const partOf = ({ text, isSet }: DisplayedPart): Html => {
  if (text !== null) return codeWord(text)
  return html`${isSet ? 'Set, not shown' : 'Not set'}`
}

const prose = (markdown: string, publicUrl: string): Html =>
  html`${segmentsOf(markdown).map((segment) => {
    if (segment.kind === 'link') return html`<a href="${documentPath(publicUrl, segment.page)}">${segment.text}</a>`
    return segment.kind === 'code' ? html`<code>${segment.text}</code>` : html`${segment.text}`
  })}`
