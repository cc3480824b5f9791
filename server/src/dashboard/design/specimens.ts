import { type Html, html } from '../../html.ts'
import { barChart } from '../../pages/charts.ts'
import type { Tone } from '../../pages/components.ts'
import * as components from '../../pages/components.ts'
import * as fieldComponents from '../../pages/fields.ts'
import * as lists from '../../pages/lists.ts'
import * as previews from '../../pages/previews.ts'

/** A component in its states, under the name of its function. `alone` has the width of the page, without a frame. */
export type Specimen = { name: string; shown: Html; isWide?: true }
export type SpecimenGroup = { title: string; text: string; specimens: Specimen[] }

const { actions, field, linkButton, note, submitButton, tag, copyButton, pageHead, facts } = components
const tones: Tone[] = ['neutral', 'good', 'warn', 'bad', 'info']
const at = (time: string): Date => new Date(`2026-11-16T${time}Z`)
const row = (parts: Html[]): Html => actions(parts)

const columns: Parameters<typeof lists.dataTable>[0]['columns'] = [
  { name: 'Order', kind: 'title' },
  { name: 'Recipient', kind: 'plain' },
  { name: 'Email', kind: 'bare', width: 'narrow' },
  { name: 'Text', kind: 'bare', width: 'wide' },
  { name: 'When', kind: 'end', isTime: true },
]
const orders: [string, string, string, Html, Html, string][] = [
  ['#1050', 'Sorry, we must cancel', 'grace@example.com', tag('good', 'Opened', 'email'), html``, '15:06:20'],
  [
    '#1042',
    'Your parcel is on its way',
    'ada@example.com',
    tag('info', 'Delivered', 'email'),
    tag('warn', 'Waits until 17:04', 'chat'),
    '15:04:02',
  ],
  [
    '#1049',
    'Your order is confirmed',
    'a.very.long.address.of.a.customer@subdomain.example.com',
    tag('bad', 'Bounced', 'undelivered'),
    tag('good', 'Delivered', 'chat'),
    '14:58:41',
  ],
  [
    '#1048',
    'Ready for pickup',
    'eve@example.com',
    tag('good', 'Opened', 'email'),
    tag('bad', 'No credit', 'chat'),
    '14:51:02',
  ],
]
const orderRow = ([order, subject, address, email, text, time]: (typeof orders)[number], index: number) => ({
  cells: [
    lists.rowTitle({ href: `#${order.slice(1)}`, title: order, detail: subject }),
    address,
    email,
    text,
    components.moment(at(time)),
  ],
  isNew: index === 0,
})

/** Every component that `pages/` exports: a unit test compares the names. */
export const specimenGroups = (): SpecimenGroup[] => [
  {
    title: 'Headings and layout',
    text: 'A page begins with its heading. What matters most comes first; what belongs to it stands beside it, or below on a phone.',
    specimens: [
      {
        name: 'pageHead',
        shown: pageHead({
          trail: [{ label: 'Messages', href: '#page' }, { label: 'msg_01JCV7Q2' }],
          title: 'Order #1048 · Ready for pickup',
          lead: 'To eve@example.com, pushed with the key “Warehouse”',
          actions: html`${linkButton({ label: 'See as customer', href: '#page', icon: 'eye' })}${submitButton({ label: 'Retract', kind: 'danger' })}`,
        }),
      },
      {
        name: 'card',
        shown: html`${components.card({ title: 'A panel', actions: html`<a href="#page">Open</a>`, body: 'A panel has a heading, an action at most, and a body.', footer: 'A remark stands below.' })}${components.card({ title: 'Erase this recipient', isDangerous: true, body: 'A panel with acts that are final has a red border.' })}`,
      },
      {
        name: 'columns',
        shown: components.columns(
          [components.card({ title: 'What happened', body: 'The story.' })],
          [components.card({ title: 'Recipient', body: 'The facts.' })],
        ),
      },
      { name: 'stack', shown: components.stack([note('neutral', 'One'), note('neutral', 'below the other')], 'tight') },
      {
        name: 'disclosure',
        shown: components.disclosure(
          'Technical details',
          html`<p class="soft">The mail server replied ${components.codeWord('250 2.0.0 Ok')}.</p>`,
        ),
      },
      {
        name: 'tabs',
        shown: lists.tabs('Views', [
          { label: 'Email', href: '#page', isCurrent: true },
          { label: 'Text', href: '#page' },
          { label: 'Inbox', href: '#page' },
        ]),
      },
    ],
  },
  {
    title: 'Buttons and keys',
    text: 'One primary button on a page. A dangerous act is red, and asks before it is done.',
    specimens: [
      {
        name: 'submitButton',
        shown: row([
          submitButton({ label: 'Plain' }),
          submitButton({ label: 'Primary', kind: 'primary' }),
          submitButton({ label: 'Danger', kind: 'danger', icon: 'trash' }),
          submitButton({ label: 'Quiet', kind: 'quiet' }),
          submitButton({ label: 'Small', size: 'small' }),
          html`<button class="button plain" disabled><span>Disabled</span></button>`,
        ]),
      },
      {
        name: 'linkButton',
        shown: row([
          linkButton({ label: 'With an icon', href: '#page', icon: 'external' }),
          linkButton({ label: 'Send the text now', href: '#page', kind: 'primary', icon: 'send' }),
        ]),
      },
      {
        name: 'copyButton',
        shown: html`${row([copyButton('msg_01JCV7Q2', 'Copy the id'), copyButton('msg_01JCV7Q2', 'Copy', 'small')])}<p class="small soft">Shown only with scripts.</p>`,
      },
      {
        name: 'actions',
        shown: actions([submitButton({ label: 'Cancel' }), submitButton({ label: 'Save', kind: 'primary' })]),
      },
      {
        name: 'keyHint',
        shown: html`<p>Search ${components.keyHint('/')}, messages ${components.keyHint('g m')}, commands ${components.keyHint('Ctrl K')}</p>`,
      },
    ],
  },
  {
    title: 'States',
    text: 'A colour never stands alone: the words beside it say the same. A code stands beside its sentence.',
    specimens: [
      {
        name: 'tag',
        shown: row([
          ...tones.map((tone) => tag(tone, tone)),
          tag('good', 'Delivered', 'email'),
          tag('warn', 'Waits until 17:04', 'clock'),
        ]),
      },
      { name: 'tagList', shown: components.tagList([tag('good', 'Opened', 'email'), tag('bad', 'No credit', 'chat')]) },
      {
        name: 'note',
        shown: components.stack(
          [
            note('neutral', 'Nothing was changed', 'The number is the same as before.'),
            note('good', 'The text was sent again', 'It is on its way to +44 7700 900 456.'),
            note(
              'warn',
              'The text was not sent: the balance was empty',
              'Nothing was charged. Add credits, then send it again.',
              false,
              submitButton({ label: 'Send the text now · 1 credit', kind: 'primary' }),
            ),
            note('bad', 'The email bounced', 'The mailbox does not exist. Ask the customer for another address.'),
            note('info', 'This side is for tests', 'No email leaves the service.'),
          ],
          'tight',
        ),
      },
      { name: 'codeWord', shown: html`<p>The balance was empty ${components.codeWord('insufficient_credit')}</p>` },
      { name: 'avatar', shown: row([components.avatar('Ana Lopez'), components.avatar('Fernwood', 'shop')]) },
      { name: 'iconMark', shown: row([components.iconMark('device'), components.iconMark('passkey')]) },
      { name: 'address', shown: html`<p>${components.address('grace.hopper@customers.example')}</p>` },
      {
        name: 'moment',
        shown: html`<p>${components.moment(at('14:51:02'))} and with seconds ${components.moment(at('14:51:02'), 'second')}</p>`,
      },
    ],
  },
  {
    title: 'Lists',
    text: 'A table is dense. Where there is no room for columns, each row becomes an entry. An empty list says why, and what to do.',
    specimens: [
      {
        name: 'searchForm',
        shown: html`${lists.searchForm({ action: '/dashboard/design', name: 'q', value: '', label: 'Search messages', placeholder: 'Order number, address, message id or last digits' })}${lists.searchForm({ action: '/dashboard/design', name: 'q2', value: '#1048', label: 'Search again', placeholder: '', clearHref: '/dashboard/design' })}`,
      },
      {
        name: 'toolbar',
        shown: lists.toolbar(html`<p class="small soft">The search is here.</p>`, [
          lists.filterChips('Outcome', [
            { label: 'All', href: '#page', isCurrent: true },
            { label: 'Not sent', href: '#page' },
            { label: 'Failed', href: '#page' },
          ]),
        ]),
      },
      {
        name: 'filterChips',
        shown: lists.filterChips('Channel', [
          { label: 'Any', href: '#page' },
          { label: 'Email', href: '#page', isCurrent: true, icon: 'email' },
          { label: 'Text', href: '#page', icon: 'chat' },
        ]),
      },
      { name: 'dataTable', shown: lists.dataTable({ caption: 'Messages', columns, rows: orders.map(orderRow) }) },
      {
        name: 'dataRow',
        shown: html`<div class="table"><table class="rows" role="table"><caption class="unseen">One row</caption><tbody role="rowgroup">${lists.dataRow(columns, orderRow(orders[3]!, 3))}</tbody></table></div>`,
      },
      { name: 'rowTitle', shown: html`<p>${lists.rowTitle({ title: '#1048', detail: 'Ready for pickup' })}</p>` },
      {
        name: 'table',
        shown: components.table({
          caption: 'Deliveries',
          head: ['Event', 'Attempt', 'Result'],
          rows: [
            html`<tr><td>message.opened</td><td>1</td><td>204</td></tr>`,
            html`<tr><td>message.failed</td><td>3</td><td>500</td></tr>`,
          ],
        }),
      },
      { name: 'pager', shown: lists.pager({ text: '50 messages', newerHref: '#page', olderHref: '#page' }) },
      {
        name: 'itemList',
        shown: components.card({
          title: 'People',
          body: lists.itemList([
            {
              mark: components.avatar('Ana Lopez'),
              title: 'Ana Lopez',
              detail: 'ana@shop.example',
              end: [tag('info', 'Owner')],
            },
            {
              mark: components.avatar('Bo'),
              title: 'Bo Chen',
              detail: 'bo@shop.example, invited two days ago',
              end: [tag('warn', 'Invited'), submitButton({ label: 'Withdraw', kind: 'quiet', size: 'small' })],
            },
            {
              mark: components.iconMark('device'),
              title: 'Firefox on Linux',
              detail: 'Seen a minute ago',
              href: '#page',
            },
          ]),
        }),
      },
      {
        name: 'figures',
        shown: lists.figures([
          { name: 'Pushed, 30 days', value: '1,846', hint: '12 % more than the month before' },
          { name: 'Emails delivered', value: '98.4 %', hint: '29 bounced' },
          { name: 'Opened', value: '71 %', hint: 'median after 14 min' },
        ]),
      },
      {
        name: 'emptyState',
        shown: components.emptyState({
          icon: 'message',
          title: 'No message yet',
          text: 'A message appears here as soon as your shop pushes one. Push the first from your terminal.',
          action: linkButton({ label: 'Open the quick start', href: '/docs', kind: 'primary' }),
        }),
      },
    ],
  },
  {
    title: 'Details',
    text: 'What happened, in sentences, in the order of time.',
    specimens: [
      {
        name: 'barChart',
        isWide: true,
        shown: barChart({
          title: 'Emails by day and outcome',
          summary: 'Emails by day, from 10 Nov to 16 Nov: 161 in all. A table beside a chart has the numbers.',
          legend: [
            { label: 'Delivered', tone: 'good' },
            { label: 'Not sent', tone: 'warn' },
            { label: 'Bounced', tone: 'bad' },
            { label: 'Unknown', tone: 'bad hollow' },
          ],
          bars: [12, 18, 25, 31, 22, 9, 14].map((delivered, index) => ({
            label: `${10 + index} Nov`,
            values: [delivered, index, index % 3, index % 2],
          })),
        }),
      },
      {
        name: 'timeline',
        shown: components.timeline([
          {
            tone: 'info',
            icon: 'inbox',
            at: at('14:51:02'),
            title: 'Stored in the inbox',
            detail: 'For email and text',
          },
          {
            tone: 'bad',
            icon: 'chat',
            at: at('14:51:02'),
            title: 'The text was not sent: the balance was empty',
            detail: html`It would have cost 1 credit. ${components.codeWord('insufficient_credit')}`,
          },
          {
            tone: 'good',
            icon: 'email',
            at: at('14:51:04'),
            title: 'The email was delivered',
            detail: 'The mail server accepted it after 0.4 s',
          },
          {
            tone: 'neutral',
            icon: 'webhook',
            at: at('15:04:22'),
            title: 'Your server was notified that the message was opened',
          },
          { tone: 'warn', icon: 'clock', at: at('17:04:00'), title: 'A text follows if the message is still unread' },
        ]),
      },
      {
        name: 'facts',
        shown: facts([
          { term: 'Number', detail: '+44 7700 900 456' },
          { term: 'Texts', detail: html`Agreed<small>3 Nov, by push</small>` },
          { term: 'WhatsApp', detail: 'Never asked' },
        ]),
      },
      {
        name: 'codeBlock',
        shown: previews.codeBlock({
          title: 'As curl',
          code: "curl -X POST https://tidings.example/api/v1/messages/msg_01JCV7Q2/sms \\\n  -H 'Authorization: Bearer $TIDINGS_KEY' \\\n  -H 'Idempotency-Key: resend-1048'",
        }),
      },
      {
        name: 'bubble',
        shown: previews.bubble(
          'Fernwood: your order #1048 is ready for pickup. https://in.example/a8Kq2\nReply STOP to stop.',
          '1 credit, 96 characters',
        ),
      },
    ],
  },
  {
    title: 'Forms',
    text: 'A field says what it is for, and what is wrong with what was entered. A form works without scripts.',
    specimens: [
      {
        name: 'field',
        shown: html`${field({ label: 'Number', name: 'number', type: 'tel', hint: 'With the code of the country: +44 7700 900 456.' })}${field({ label: 'Address', name: 'address', value: 'ana@', error: 'This is not an address. It needs a part after the @.' })}`,
      },
      {
        name: 'select',
        shown: components.select({
          label: 'Channel',
          name: 'channel',
          value: 'email',
          options: [
            { value: 'email', label: 'Email' },
            { value: 'sms', label: 'Text' },
          ],
        }),
      },
      {
        name: 'textArea',
        shown: fieldComponents.textArea({ label: 'Reason', name: 'reason', hint: 'The audit log shows it.' }),
      },
      {
        name: 'fileField',
        shown: fieldComponents.fileField({
          label: 'Logo',
          name: 'logo',
          accept: 'image/png',
          hint: 'A PNG with at most 24 KiB.',
          error: 'The file is damaged.',
        }),
      },
      {
        name: 'choices',
        shown: fieldComponents.choices({
          legend: 'Role',
          name: 'role',
          value: 'support',
          options: [
            { value: 'support', label: 'Support', hint: 'Helps customers: resends, corrects numbers, records stops.' },
            { value: 'viewer', label: 'Viewer', hint: 'Reads messages and recipients.' },
          ],
        }),
      },
      {
        name: 'checkbox',
        shown: fieldComponents.checkbox({
          label: 'The customer agreed on the phone',
          name: 'agreed',
          hint: 'The evidence file states it.',
          isChecked: true,
        }),
      },
      {
        name: 'fields',
        shown: fieldComponents.fields([
          field({ label: 'Name', name: 'name' }),
          submitButton({ label: 'Save', kind: 'primary' }),
        ]),
      },
      {
        name: 'inlineForm',
        shown: fieldComponents.inlineForm([
          field({ label: 'Invite by email', name: 'invited', type: 'email', placeholder: 'name@shop.example' }),
          submitButton({ label: 'Invite', kind: 'primary' }),
        ]),
      },
      { name: 'or', shown: fieldComponents.or() },
      {
        name: 'actForm',
        shown: components.actForm({
          action: '/dashboard/design',
          csrf: '',
          content: submitButton({ label: 'Send again', icon: 'repeat' }),
        }),
      },
      {
        name: 'confirmation',
        shown: components.confirmation({
          tone: 'bad',
          icon: 'trash',
          title: 'Erase eve@example.com?',
          text: 'This is final: no person can bring it back.',
          consequences: [
            'Their messages, numbers and consent are deleted.',
            'A receipt stays, with a number and no personal data.',
          ],
          form: components.actForm({
            action: '/dashboard/design',
            csrf: '',
            content: html`${field({ label: 'Type the address to confirm', name: 'typed' })}${actions([linkButton({ label: 'Keep', href: '#page' }), submitButton({ label: 'Erase', kind: 'danger' })])}`,
          }),
        }),
      },
    ],
  },
]
