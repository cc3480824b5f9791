import { type Html, html } from '../../html.ts'
import { isPermitted, type LimitedRole, type NamedOperator, type OperatorRole } from '../../operator-role.ts'
import { tag } from '../../pages/components.ts'
import { type IconName, icon } from '../../pages/icons.ts'
import { brandMark, documentOf, personMenu } from '../layout.ts'

export type OperatorFrame = { operator: NamedOperator; person: { name: string; email: string }; csrf: string }
export type OperatorSection = (typeof navigation)[number]['section']

/** A page of the service, with the navigation of the people who run it. */
export const operatorLayout = (
  { operator, person, csrf }: OperatorFrame,
  section: OperatorSection,
  title: string,
  content: Html,
): Html =>
  documentOf(
    `${title} · Operator`,
    html`<div class="frame">
<header class="bar"><button class="button quiet" type="button" popovertarget="side" aria-label="Menu">${icon('menu')}</button><a class="shop-name" href="/dashboard/operator">${brandMark}<span>Tidings</span></a>${tag('warn', 'Operator')}</header>
<aside class="side" id="side" aria-label="Service and account" popover>
<a class="shop-name" href="/dashboard/operator" title="What needs attention">${brandMark}<span>Tidings</span></a>
<nav aria-label="Operator"><ul>${navigation
      .filter(({ roles }) => isPermitted(operator, roles))
      .map(
        ({ section: one, label, path, icon: name, keys }) =>
          html`<li><a href="${path}" data-keys="${keys}"${{ markup: one === section ? ' aria-current="page"' : '' }}>${icon(name)}<span>${label}</span></a></li>`,
      )}</ul></nav>
<div class="foot">${personMenu(person, roleNames[operator.role], csrf)}</div>
</aside>
<main id="content" tabindex="-1"><div class="bands"></div><div class="page">${content}</div></main>
</div>`,
  )

const roleNames: Record<OperatorRole, string> = {
  support: 'Operator, support',
  finance: 'Operator, finance',
  admin: 'Operator, admin',
}

const item = <Name extends string>(
  section: Name,
  label: string,
  path: string,
  name: IconName,
  keys: string,
  roles: readonly LimitedRole[],
) => ({ section, label, path: `/dashboard/operator${path}`, icon: name, keys, roles })
const navigation = [
  item('attention', 'Needs attention', '', 'warning', 'g n', ['support', 'finance']),
  item('businesses', 'Businesses', '/businesses', 'people', 'g b', ['support', 'finance']),
  item('prices', 'Prices', '/prices', 'credit', 'g p', ['support', 'finance']),
  item('suppressions', 'Suppressions', '/suppressions', 'undelivered', 'g u', ['support']),
  item('templates', 'Templates', '/templates', 'chat', 'g t', ['support']),
  item('operators', 'Operators', '/operators', 'shield', 'g o', []),
  item('audit', 'Audit log', '/audit', 'document', 'g l', ['support', 'finance']),
  item('sending', 'Sending', '/sending', 'send', 'g s', ['support']),
  item('health', 'Health', '/health', 'chart', 'g h', ['support']),
  item('settings', 'Settings', '/settings', 'settings', 'g c', ['support']),
]
