import { readFileSync } from 'node:fs'
import type { Channel, PushRequest } from '@tidings/client'
import type { Command } from 'commander'
import { channels } from './channels.ts'
import { choiceOption, repeatedChoiceOption } from './choices.ts'
import { usageError } from './errors.ts'
import { parseInteger } from './option-parsers.ts'

/** The options that describe a push, as `push` and `preview` have them. */
export type PushOptions = {
  file?: string
  to?: string
  subject?: string
  body?: string
  phone?: string
  channel?: Channel[]
  reference?: string
  status?: string
  kind?: PushRequest['kind']
  sendAt?: string
  escalateAfter?: number
  smsIfWhatsappFails?: boolean
  whatsappOptInAt?: string
  notify: boolean
}

export function addPushOptions(command: Command): Command {
  return command
    .option('-f, --file <file>', 'read the JSON of the request from a file, - for standard input')
    .option('--to <email>', 'the email address of the customer')
    .option('--subject <text>', 'the subject')
    .option('--body <text>', 'the text')
    .option('--phone <number>', 'the phone number, with its country code')
    .addOption(repeatedChoiceOption('--channel <channel>', 'email, sms or whatsapp; may be repeated', channels))
    .option('--reference <text>', 'your order number')
    .option('--status <status>', 'the status of the order, such as shipped')
    .addOption(choiceOption('--kind <kind>', 'one_off or updateable', ['one_off', 'updateable']))
    .option('--send-at <time>', 'send at this time, such as 2026-12-01T09:00:00Z')
    .option('--escalate-after <minutes>', 'text the customer if the message is unread after this time', parseInteger)
    .option('--sms-if-whatsapp-fails', 'send a text if the WhatsApp message cannot be delivered')
    .option('--whatsapp-opt-in-at <time>', 'when the customer agreed to WhatsApp messages')
    .option('--no-notify', 'store the message and send nothing')
}

export const addIdempotencyKeyOption = (command: Command): Command =>
  command.option('--idempotency-key <key>', 'repeating the command with the same key has no further effect')

/** A field that is given as an option wins over the same field of the file. */
export function readPushRequest(options: PushOptions): PushRequest {
  const request: Partial<PushRequest> = {
    ...(options.file === undefined ? {} : readRequestFile(options.file)),
    ...definedOnly({
      recipient_email: options.to,
      subject: options.subject,
      body: options.body,
      recipient_phone: options.phone,
      channels: options.channel,
      reference: options.reference,
      order_status: options.status,
      kind: options.kind,
      send_at: options.sendAt,
      escalate_if_unread_after_minutes: options.escalateAfter,
      sms_if_whatsapp_fails: options.smsIfWhatsappFails,
      whatsapp_opt_in:
        options.whatsappOptInAt === undefined
          ? undefined
          : { source: 'command line', obtained_at: options.whatsappOptInAt },
      notify: options.notify ? undefined : false,
    }),
  }
  const missing = (
    [
      ['recipient_email', '--to'],
      ['subject', '--subject'],
      ['body', '--body'],
    ] as const
  ).filter(([field]) => request[field] === undefined)
  if (missing.length > 0)
    throw usageError(
      `The message lacks ${missing.map(([, option]) => option).join(', ')}.`,
      'Give them as options, or the whole request with --file.',
    )
  return request as PushRequest
}

function readRequestFile(path: string): Partial<PushRequest> {
  const text = readFileSync(path === '-' ? 0 : path, 'utf8')
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw usageError(`${path === '-' ? 'Standard input' : path} is not a JSON object.`)
}

const definedOnly = <Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>
  }
