import type { PreviewResult } from '@tidings/client'
import type { Command } from 'commander'
import { addExamples } from '../examples.ts'
import type { Output } from '../output.ts'
import { addPushOptions, type PushOptions, readPushRequest } from '../push-options.ts'
import { merchantClient, onRun, type Run, type Shell } from '../shell.ts'
import { oneLine } from '../table.ts'
import { wrapText } from '../wrap-text.ts'

export function addPreview(program: Command, shell: Shell): void {
  const command = program
    .command('preview')
    .description('Show what a push would do: on which channels, why not, at which price, and with which content.')
  addPushOptions(command)
  addExamples(command, [
    [
      'What would be sent',
      'tidings preview --to ada@example.com --subject "A-1001 has shipped" --body "On its way." --phone +447700900001 --channel sms',
    ],
    ['The request as JSON', 'tidings preview --file push.json'],
  ])
  onRun<PushOptions>(command, shell, preview)
}

async function preview(run: Run<PushOptions>): Promise<void> {
  const body = readPushRequest(run.options)
  const result = await merchantClient(run).messages.preview(body, { signal: run.signal })
  run.output.fields(result, [
    ['To', result.recipient_email],
    ['Subject', result.subject],
    ['Result', result.created ? 'a new message' : 'an update of an existing message'],
    ['Credits', result.credits],
  ])
  if (!run.output.isJson) printChannels(run.output, result, run.terminal.stdout.columns)
}

function printChannels({ say, style }: Output, { email, sms, whatsapp }: PreviewResult, width: number): void {
  for (const [name, part] of [
    ['Email', email],
    ['SMS', sms],
    ['WhatsApp', whatsapp],
  ] as const) {
    if (part === null) continue
    const price = 'credits' in part && part.credits > 0 ? `, ${creditsOf(part.credits)}` : ''
    const time = part.sends_at === null ? '' : `, at ${part.sends_at}`
    say(
      `\n${style('bold', name)}  ${style(part.outcome === 'skipped' ? 'yellow' : 'green', part.outcome)}${time}${price}`,
    )
    say(wrapText(oneLine(part.explanation), width, 0))
    for (const paragraph of contentOf(part.content))
      for (const line of wrapText(paragraph, width - contentIndent, 0).split('\n'))
        say(`  ${style('dim', '|')} ${line}`)
  }
}

/** The width of the mark before each line of the content. */
const contentIndent = 4

const creditsOf = (count: number): string => `${count} ${count === 1 ? 'credit' : 'credits'}`

type Content = NonNullable<PreviewResult['email' | 'sms' | 'whatsapp']>['content']

function contentOf(content: Content): string[] {
  if (content === null) return []
  if ('template' in content)
    return [`${content.template} (${content.language})`, ...content.parameters.map((value) => oneLine(value))]
  return content.text
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '' : oneLine(line)))
}
