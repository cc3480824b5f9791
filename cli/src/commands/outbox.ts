import type { OutboxItem } from '@tidings/client'
import type { Command } from 'commander'
import { channels } from '../channels.ts'
import { choiceOption } from '../choices.ts'
import { addExamples } from '../examples.ts'
import { addLimitOption, type ListOptions, lastItems } from '../lists.ts'
import { merchantClient, onRun, type Shell } from '../shell.ts'
import type { Column } from '../table.ts'

const columns: Column<OutboxItem>[] = [
  { heading: 'At', value: ({ at }) => at },
  { heading: 'Channel', value: ({ channel }) => channel },
  { heading: 'To', value: ({ to }) => to },
  { heading: 'Content', value: ({ subject, text, template }) => subject ?? template ?? text, shrink: true },
]

type OutboxOptions = ListOptions & { channel?: string; to?: string; message?: string }

export function addOutbox(program: Command, shell: Shell): void {
  const command = program
    .command('outbox')
    .description('List what the test side would have sent, the newest at the bottom.')
    .addOption(choiceOption('--channel <channel>', 'email, sms or whatsapp', channels))
    .option('--to <address>', 'an email address or a phone number')
    .option('--message <id>', 'only of this message')
  addLimitOption(command)
  addExamples(command, [
    ['The newest texts', 'tidings outbox --channel sms --limit 5'],
    ['The text of an email', 'tidings outbox --json --message msg_01M7QBB17PET3BDM107EJ4DNTC | jq -r .text'],
  ])
  onRun<OutboxOptions>(command, shell, async (run) => {
    const { channel, to, message, limit } = run.options
    const query = {
      ...(channel !== undefined && { channel: channel as OutboxItem['channel'] }),
      ...(to !== undefined && { to }),
      ...(message !== undefined && { message_id: message }),
    }
    const items = await lastItems(merchantClient(run).test.outbox(query, { signal: run.signal }), limit)
    run.output.list(columns, items, 'The outbox has no such item.')
  })
}
