import type { Command } from 'commander'
import { choiceOption } from '../choices.ts'
import { addExamples } from '../examples.ts'
import { onRun, type Run, type Shell } from '../shell.ts'
import type { components } from './openapi.ts'
import { operatorRequest } from './requests.ts'

type SendingState = components['schemas']['SendingState']
type Released = components['schemas']['ReleasedSending']

export function addSending(program: Command, shell: Shell): void {
  const group = program.command('sending').description('Whether messages are sent, for the whole installation.')
  addExamples(group, [['Are messages sent?', 'tidings sending status']])
  addStatus(group, shell)
  addHold(group, shell)
  addRelease(group, shell)
}

const show = (run: Run<object>, state: SendingState, more: [string, string | number | null][] = []): void =>
  run.output.fields(state, [
    ['Sending', state.sending],
    ['Reason', state.reason],
    ['Note', state.note],
    ['Paused since', state.paused_since],
    ['Due nudges', state.due_nudges_truncated ? `${state.due_nudges} or more` : state.due_nudges],
    ['Oldest due', state.oldest_due_at],
    ...more,
  ])

function addStatus(group: Command, shell: Shell): void {
  const command = group.command('status').description('Show whether sending is on, and what waits.')
  addExamples(command, [['Is sending on?', 'tidings sending status --json | jq -r .sending']])
  onRun(command, shell, async (run) => show(run, await operatorRequest<SendingState>(run, 'GET', '/sending')))
}

function addHold(group: Command, shell: Shell): void {
  const command = group
    .command('hold')
    .description('Stop all sending until it is released. Pushes are accepted, and nothing is lost.')
    .argument('<note>', 'why, for other operators')
  addExamples(command, [['A provider refuses every message', 'tidings sending hold "Twilio refuses our number"']])
  onRun(command, shell, async (run, note) => {
    show(run, await operatorRequest<SendingState>(run, 'POST', '/sending/hold', { body: { note } }))
    run.output.note('Workers stop within about two seconds. Resume with: tidings sending release')
  })
}

function addRelease(group: Command, shell: Shell): void {
  const command = group
    .command('release')
    .description('Resume sending. After a hold, everything that is due is sent.')
    .addOption(
      choiceOption('--due-work <choice>', 'after a restore: abandon (the default) or send what may have been sent', [
        'abandon',
        'send',
      ]),
    )
  addExamples(command, [
    ['After a hold', 'tidings sending release'],
    ['After a move, when the old installation was stopped before the dump', 'tidings sending release --due-work send'],
  ])
  onRun<{ dueWork?: string }>(command, shell, async (run) => {
    const { dueWork } = run.options
    const body = dueWork === undefined ? {} : { due_work: dueWork }
    const released = await operatorRequest<Released>(run, 'POST', '/sending/release', { body })
    show(run, released, [['Abandoned', released.abandoned]])
  })
}
