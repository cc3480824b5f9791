import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Html, html } from '../html.ts'
import { actorAllows, type DashboardActor, type MemberRole, type Permission } from '../member-role.ts'
import type { Mode } from '../mode.ts'
import type { NamedOperator } from '../operator-role.ts'
import { actForm, avatar, tag } from '../pages/components.ts'
import { type IconName, icon } from '../pages/icons.ts'
import { componentStyle } from '../pages/style.ts'
import type { SendingBlock } from './sending.decide.ts'

/** Only files of the service, and nothing inline. */
export const dashboardPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The shop and the person that a page of a shop shows at its side. */
export type Frame = {
  shop: {
    name: string
    mode: Mode
    path: string
    otherSidePath: string | null
    sendingBlock: SendingBlock | null
    unseenNotices: number
  }
  person: { name: string; email: string; actor: DashboardActor }
  csrf: string
}
export type Section =
  | 'messages'
  | 'recipients'
  | 'figures'
  | 'credits'
  | 'notices'
  | 'channels'
  | 'brand'
  | 'webhooks'
  | 'keys'
  | 'members'

/** A page of a shop, with the navigation. Under 800 px the navigation is a popover behind a button of the bar. */
export const shopLayout = (frame: Frame, section: Section, title: string, content: Html): Html =>
  documentOf(
    `${title} · ${frame.shop.name}`,
    html`<div class="frame">
<header class="bar"><button class="button quiet" type="button" popovertarget="side" aria-label="Menu">${icon('menu')}</button><a class="shop-name" href="${frame.shop.path}/messages">${avatar(frame.shop.name, 'shop')}<span>${frame.shop.name}</span></a>${sideSwitch(frame.shop, section, 'bar')}</header>
<aside class="side" id="side" aria-label="Shop and account" popover>
<a class="shop-name" href="/dashboard" title="All your shops">${avatar(frame.shop.name, 'shop')}<span>${frame.shop.name}</span></a>
<nav aria-label="Dashboard"><ul>${navigationOf(frame.person.actor).map(
      ({ section: one, label, path, icon: name, keys, isSearched }) =>
        html`<li><a href="${frame.shop.path}${path}" data-keys="${keys}"${{ markup: `${isSearched === true ? ' data-search-name="q"' : ''}${one === section ? ' aria-current="page"' : ''}` }}>${icon(name)}<span>${label}</span>${one === 'notices' ? unseenCount(frame.shop.unseenNotices) : html``}</a></li>`,
    )}</ul></nav>
<div class="foot">${sideSwitch(frame.shop, section, 'side')}${personMenu(frame.person, roleLabelOf(frame.person.actor), frame.csrf)}</div>
</aside>
<main id="content" tabindex="-1"><div class="bands">${frame.person.actor.kind === 'operator' ? operatorBand(frame.person.actor) : html``}${frame.shop.mode === 'test' ? testBand : html``}${frame.shop.sendingBlock === null ? html`` : sendingBand(frame.shop.sendingBlock)}</div><div class="page">${content}</div></main>
</div>`,
  )

type NavigationItem = {
  section: Section
  label: string
  path: string
  icon: IconName
  keys: string
  isSearched?: true
  /** Absent: `read`. */
  permission?: Permission
}
const navigation: NavigationItem[] = [
  { section: 'messages', label: 'Messages', path: '/messages', icon: 'message', keys: 'g m', isSearched: true },
  { section: 'recipients', label: 'Recipients', path: '/recipients', icon: 'person', keys: 'g r', isSearched: true },
  { section: 'figures', label: 'Figures', path: '/figures', icon: 'chart', keys: 'g f' },
  { section: 'credits', label: 'Credits', path: '/credits', icon: 'credit', keys: 'g b' },
  { section: 'notices', label: 'Notices', path: '/notices', icon: 'warning', keys: 'g n' },
  { section: 'channels', label: 'Channels', path: '/channels', icon: 'send', keys: 'g c' },
  { section: 'brand', label: 'Brand', path: '/brand', icon: 'eye', keys: 'g d' },
  { section: 'webhooks', label: 'Webhooks', path: '/webhooks', icon: 'webhook', keys: 'g w' },
  { section: 'keys', label: 'API keys', path: '/keys', icon: 'key', keys: 'g k' },
  { section: 'members', label: 'People', path: '/members', icon: 'people', keys: 'g p' },
]
const navigationOf = (actor: DashboardActor): NavigationItem[] =>
  navigation.filter(({ permission = 'read' }) => actorAllows(actor, permission))
/** The query stops at ten. */
const unseenCount = (count: number): Html =>
  count === 0 ? html`` : html`<span class="count">${count < 10 ? count : '9+'}<span class="unseen"> new</span></span>`
const testBand = html`<p class="band">${icon('test')}<span><strong>Test side.</strong> Nothing here reaches a customer. Only test credits are used.</span></p>`
/** Nothing else on a page says so: messages are stored and shown as usual. */
const sendingBand = (block: SendingBlock): Html => {
  const { title, text } = sendingWords[block]
  return html`<p class="band">${icon('warning')}<span><strong>${title}</strong> ${text}</span></p>`
}
const sendingWords: Record<SendingBlock, { title: string; text: string }> = {
  deactivated: {
    title: 'This shop is deactivated.',
    text: 'Nothing is sent on any channel, and its keys are refused. The operator of the service can change this.',
  },
  paused: {
    title: 'Sending is paused for this shop.',
    text: 'Nothing is sent on any channel. The operator of the service can change this.',
  },
  service_paused: {
    title: 'Sending is paused for the whole service.',
    text: 'Nothing is sent on any channel: what is due waits until the operator of the service resumes sending.',
  },
  plan_lapsed: {
    title: 'The plan of this shop has ended.',
    text: 'No emails are sent until it is renewed. Texts and WhatsApp messages are sent.',
  },
}
/** An operator sees on every page that they are not in a shop of their own. */
const operatorBand = ({ role }: NamedOperator): Html =>
  html`<p class="band operator">${icon('shield')}<span><strong>You act as operator</strong> with the role ${role}. What you change is recorded with your name. <a href="/dashboard/operator/businesses">Choose another shop</a></span></p>`

/** Leads to the same section of the other side. Under 800 px it is in the bar too, so that it is visible on every page. */
const sideSwitch = ({ mode, otherSidePath }: Frame['shop'], section: Section, position: 'bar' | 'side'): Html => {
  if (otherSidePath === null) return mode === 'test' && position === 'bar' ? tag('warn', 'Test') : html``
  const href = otherSidePath + navigation.find((one) => one.section === section)!.path
  // The shortcut is listed once.
  const keys = position === 'side' ? { markup: ' data-keys="g s"' } : html``
  const side = (one: Mode, label: string, name: IconName): Html =>
    one === mode
      ? html`<span aria-current="true">${icon(name)}${label}</span>`
      : html`<a href="${href}"${keys}>${icon(name)}<span class="unseen">Switch to the side: </span>${label}</a>`
  return html`<div class="sides ${mode}" role="group" aria-label="${position === 'bar' ? 'Side of the shop' : 'Side'}">${side('live', 'Live', 'live')}${side('test', 'Test', 'test')}</div>`
}

/** The account of the person, at the foot of the navigation. */
export const personMenu = ({ name, email }: { name: string; email: string }, roleLabel: string, csrf: string): Html => {
  const shown = name === '' ? email : name
  return html`<details class="person"><summary>${avatar(shown)}<span class="two"><span>${shown}</span><span>${roleLabel}</span></span>${icon('down')}</summary><div class="menu"><p class="small soft">Signed in as ${email}</p><a href="/dashboard/account" data-keys="g a">${icon('account')}<span>Your account</span></a>${actForm({ action: '/dashboard/sign-out', csrf, content: html`<button>${icon('sign_out')}<span>Sign out</span></button>` })}</div></details>`
}
const roleLabelOf = (actor: DashboardActor): string => (actor.kind === 'member' ? roleNames[actor.role] : 'Operator')
const roleNames: Record<MemberRole, string> = {
  owner: 'Owner',
  developer: 'Developer',
  support: 'Support',
  viewer: 'Viewer',
}

/** A page without a shop: `narrow` for sign-in and notices, `wide` for the account. */
export const plainLayout = (title: string, content: Html, width: 'narrow' | 'wide' = 'narrow'): Html =>
  documentOf(
    title,
    html`<div class="alone ${width}"><header><a class="brand" href="/dashboard">${brandMark}<span>Tidings</span></a></header><main id="content" tabindex="-1"><div class="page">${content}</div></main></div>`,
  )
export const brandMark = html`<svg class="brand-mark" viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="6"/><path d="M7 8h10M12 8v9"/></svg>`

/** Every page of the dashboard. */
export const documentOf = (title: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Tidings</title>
<link rel="icon" href="${{ markup: tabIcon }}">
<link rel="stylesheet" href="/dashboard/files/${files()[0]!.name}">
<script src="/dashboard/files/${files()[1]!.name}" defer blocking="render"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${body}
</body>
</html>
`

const tabIcon =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 24 24%22%3E%3Crect width=%2224%22 height=%2224%22 rx=%226%22 fill=%22%233a49d6%22/%3E%3Cpath d=%22M7 8h10M12 8v9%22 stroke=%22%23fff%22 stroke-width=%222.4%22 stroke-linecap=%22round%22/%3E%3C/svg%3E'

/** Read in this order. Each script is a block of its own, because all of them are one file for the browser. */
const styles = [
  'dashboard.css',
  'operator/operator.css',
  'people/people.css',
  'messages/messages.css',
  'recipients/recipients.css',
  'webhooks/webhooks.css',
  'brand/brand.css',
  'design/design.css',
]
const scripts = [
  'dashboard.js',
  'shortcuts.js',
  'people/people.js',
  'messages/messages.js',
  'recipients/recipients.js',
  'brand/brand.js',
]

type DashboardFile = { name: string; contentType: string; body: string }
let read: DashboardFile[] | undefined
/** The style and the script. The name contains a hash of the content, so that a browser can store the file. */
const files = (): DashboardFile[] =>
  (read ??= [
    fileOf('dashboard', 'css', 'text/css; charset=utf-8', componentStyle() + styles.map(textOf).join('')),
    fileOf('dashboard', 'js', 'text/javascript; charset=utf-8', scripts.map(textOf).join('')),
  ])
export const dashboardFiles = files

const textOf = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8')
const fileOf = (name: string, extension: string, contentType: string, body: string): DashboardFile => ({
  name: `${name}-${hash('sha256', body, 'hex').slice(0, 16)}.${extension}`,
  contentType,
  body,
})
