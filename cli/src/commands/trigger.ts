import { Argument, type Command } from 'commander'
import { withCandidates } from '../choices.ts'
import { createClient, sideOf } from '../connection.ts'
import { CommandError, usageError } from '../errors.ts'
import { addExamples } from '../examples.ts'
import { exitCodes } from '../exit-codes.ts'
import { nearest } from '../nearest.ts'
import { merchantConnection, onRun, type Run, type Shell } from '../shell.ts'
import { causeEvent } from '../trigger/cause-event.ts'
import { eventTypes, isEventType, triggers } from '../trigger/triggers.ts'

export function addTrigger(program: Command, shell: Shell): void {
  const possible = eventTypes.filter((type) => triggers[type].by !== 'none')
  const command = program
    .command('trigger')
    .description(`Make an event happen on the test side, and print it. Events: ${possible.join(', ')}.`)
    .summary('Make an event happen on the test side, and print it.')
    .addArgument(withCandidates(new Argument('<event>', 'the type of the event'), possible))
  addExamples(command, [
    ['A bounced email', 'tidings trigger message.bounced'],
    ['A text that fails', 'tidings trigger sms.failed'],
  ])
  onRun(command, shell, trigger)
}

async function trigger(run: Run<object>, type: string): Promise<void> {
  const { output, signal, randomBytes } = run
  if (!isEventType(type)) {
    const similar = nearest(type, eventTypes)
    throw usageError(`There is no event ${type}.`, similar === null ? undefined : `Did you mean ${similar}?`)
  }
  const chosen = triggers[type]
  if (chosen.by === 'none') throw usageError(`${type} cannot be triggered. ${chosen.reason}`, chosen.advice)
  const connection = merchantConnection(run)
  if (sideOf(connection.credential) !== 'test')
    throw new CommandError(
      'An event can be triggered on the test side only, and this is a live key.',
      exitCodes.notSignedIn,
      'Use the key that begins with td_test_, for example with: tidings login --profile test',
    )
  const client = createClient(connection)
  const event = await causeEvent(
    { client, signal, randomId: randomBytes(5).toString('hex'), note: output.note },
    type,
    chosen,
  )
  if (output.isJson) return output.writeJson(event)
  output.say(`${output.style('green', event.type)} occurred: ${event.id}`)
  const messageId = 'message_id' in event.data ? event.data.message_id : null
  if (messageId !== null) output.note(`What happened: tidings messages why ${messageId}`)
}
