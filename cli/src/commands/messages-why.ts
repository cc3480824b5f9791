import type { MessageItem, Timeline } from '@tidings/client'
import type { Command } from 'commander'
import { addExamples } from '../examples.ts'
import { merchantClient, onRun, operatorClient, type Shell } from '../shell.ts'
import { oneLine } from '../table.ts'
import { deliverySummary } from '../why/delivery-summary.decide.ts'
import { wrapText } from '../wrap-text.ts'

export function addWhy(group: Command, shell: Shell): void {
  const command = group
    .command('why')
    .description('Say whether the customer got a message, and what happened to it, in sentences.')
    .argument('<message-id>', 'the id of the message, which begins with msg_')
    .option('--operator', 'read it as an operator, for any business')
  addExamples(command, [
    ['Did my customer get it?', 'tidings messages why msg_01M7QBB17PET3BDM107EJ4DNTC'],
    ['What the gates decided', 'tidings messages why msg_01M7QBB17PET3BDM107EJ4DNTC --json | jq -r .sentence'],
  ])
  onRun<{ operator?: boolean }>(command, shell, async (run, id) => {
    const isOperator = run.options.operator === true
    const client = isOperator ? operatorClient(run) : merchantClient(run)
    const path = `/${isOperator ? 'operator' : 'api'}/v1/messages/${encodeURIComponent(id)}`
    const { signal, output, terminal } = run
    const [message, { items, truncated }] = await Promise.all([
      client.request<Pick<MessageItem, 'subject' | 'recipient_email' | 'delivery'>>('GET', path, { signal }),
      client.request<Timeline>('GET', `${path}/timeline`, { signal }),
    ])
    if (output.isJson) return items.forEach(output.writeJson)
    const { style } = output
    const { sentence, colour } = deliverySummary(message.delivery)
    const width = terminal.stdout.columns
    output.say(style('bold', oneLine(`${message.subject} to ${message.recipient_email}`)))
    output.say(style(colour, wrapText(`Did the customer get it? ${sentence}`, width, 0)))
    output.say('')
    for (const entry of items) {
      const at = entry.at.slice(0, 19).replace('T', ' ')
      const channel = (entry.channel ?? '').padEnd(channelWidth)
      const indent = at.length + channelWidth + 4
      output.say(`${style('dim', at)}  ${style('cyan', channel)}  ${wrapText(oneLine(entry.sentence), width, indent)}`)
    }
    if (truncated) output.note('Older entries are left out.')
  })
}

const channelWidth = 'whatsapp'.length
