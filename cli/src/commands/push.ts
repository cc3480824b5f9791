import type { PushResult } from '@tidings/client'
import type { Command } from 'commander'
import { addExamples } from '../examples.ts'
import { addIdempotencyKeyOption, addPushOptions, type PushOptions, readPushRequest } from '../push-options.ts'
import { merchantClient, onRun, type Shell } from '../shell.ts'

export function addPush(program: Command, shell: Shell): void {
  const command = program.command('push').description('Push a message to a customer.')
  addIdempotencyKeyOption(addPushOptions(command))
  addExamples(command, [
    [
      'An email about an order',
      'tidings push --to ada@example.com --subject "A-1001 has shipped" --body "On its way." --reference A-1001 --status shipped',
    ],
    ['The request as JSON', 'tidings push --file push.json --idempotency-key A-1001-shipped'],
  ])
  onRun<PushOptions & { idempotencyKey?: string }>(command, shell, async (run) => {
    const { idempotencyKey } = run.options
    const request = readPushRequest(run.options)
    const result = await merchantClient(run).messages.push(request, {
      signal: run.signal,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    })
    run.output.fields(result, fieldsOf(result))
    run.output.note(`What happens to it: tidings messages why ${result.id}`)
  })
}

const fieldsOf = (result: PushResult): [string, string | null][] => [
  ['Message', result.id],
  ['To', result.recipient_email],
  ['Subject', result.subject],
  ['Result', result.created ? 'a new message' : 'an update of an existing message'],
  ...(result.scheduled_for === null ? [] : [['Scheduled for', result.scheduled_for] as [string, string]]),
  [
    'Email',
    result.email === null ? 'not requested' : result.email.sending ? 'sending' : skipped(result.email.skipped_reason),
  ],
  ...(['sms', 'whatsapp'] as const).map((channel): [string, string] => [
    channelNames[channel],
    paidOutcome(result[channel]),
  ]),
]

const channelNames = { sms: 'SMS', whatsapp: 'WhatsApp' } as const

function paidOutcome(outcome: PushResult['sms'] | PushResult['whatsapp']): string {
  if (outcome === null) return 'not requested'
  if (!outcome.queued) return skipped(outcome.skipped_reason)
  const price = `${outcome.credits} credits`
  return outcome.escalates_at === null ? `queued, ${price}` : `at ${outcome.escalates_at} if unread, ${price}`
}

const skipped = (reason: string | null): string => `skipped: ${reason ?? 'no reason'}`
