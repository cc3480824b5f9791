import type { MessageItem, MessageView } from '@tidings/client'
import type { Command } from 'commander'
import { addExamples } from '../examples.ts'
import { addLimitOption, type ListOptions, takeItems } from '../lists.ts'
import { merchantClient, onRun, type Shell } from '../shell.ts'
import type { Column } from '../table.ts'
import { deliverySummary } from '../why/delivery-summary.decide.ts'
import { addWhy } from './messages-why.ts'

const columns: Column<MessageItem>[] = [
  { heading: 'Id', value: ({ id }) => id },
  { heading: 'Created', value: ({ created_at: at }) => at.slice(0, 16).replace('T', ' ') },
  { heading: 'To', value: ({ recipient_email: email }) => email, shrink: true },
  { heading: 'Reference', value: ({ reference }) => reference },
  {
    heading: 'Got it',
    value: ({ delivery }) => deliverySummary(delivery).short,
    style: ({ delivery }) => deliverySummary(delivery).colour,
  },
]

export function addMessages(program: Command, shell: Shell): void {
  const group = program.command('messages').description('The messages of the business.')
  addExamples(group, [['The newest messages', 'tidings messages list']])
  addList(group, shell)
  addShow(group, shell)
  addWhy(group, shell)
}

function addList(group: Command, shell: Shell): void {
  const command = group
    .command('list')
    .description('List messages, newest first.')
    .option('--to <email>', 'only those to this customer')
    .option('--reference <text>', 'only those about this order')
  addLimitOption(command)
  addExamples(command, [
    ['The messages about an order', 'tidings messages list --reference A-1001'],
    ['The ids of the newest 100', 'tidings messages list --limit 100 --json | jq -r .id'],
  ])
  onRun<ListOptions & { to?: string; reference?: string }>(command, shell, async (run) => {
    const { to, reference, limit } = run.options
    const query = { ...(to !== undefined && { recipient_email: to }), ...(reference !== undefined && { reference }) }
    const items = await takeItems(merchantClient(run).messages.list(query, { signal: run.signal }), limit)
    run.output.list(columns, items, 'There is no such message.')
  })
}

function addShow(group: Command, shell: Shell): void {
  const command = group
    .command('show')
    .description('Show a message and the state of its delivery.')
    .argument('<message-id>', 'the id of the message, which begins with msg_')
  addExamples(command, [['Show a message', 'tidings messages show msg_01M7QBB17PET3BDM107EJ4DNTC']])
  onRun(command, shell, async (run, id) => {
    const message = await merchantClient(run).messages.read(id, { signal: run.signal })
    run.output.fields(message, fieldsOf(message))
    run.output.say(`\n${message.body}`)
  })
}

const fieldsOf = (message: MessageView): [string, string | null][] => [
  ['Message', message.id],
  ['To', message.recipient_email],
  ['Subject', message.subject],
  ['Reference', message.reference],
  ['Order status', message.order_status],
  ['Status', message.status],
  ['Created', message.created_at],
  ['Delivery', deliverySummary(message.delivery).sentence],
]
