import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Channel, Tidings } from '@tidings/client'
import { type Command, InvalidArgumentError } from 'commander'
import { channels } from '../channels.ts'
import { repeatedChoiceOption } from '../choices.ts'
import { createClient } from '../connection.ts'
import { CommandError, usageError } from '../errors.ts'
import { addExamples } from '../examples.ts'
import { exitCodes } from '../exit-codes.ts'
import { digestOf, type FailedRow, type ImportBatch, importBatches } from '../import/batches.ts'
import {
  type ImportState,
  importStatePath,
  isReplayable,
  readImportState,
  writeImportState,
} from '../import/import-state.ts'
import { type CsvFile, readCsv, writeCsvLine } from '../import/read-csv.ts'
import { type ImportDefaults, mapColumns } from '../import/rows.decide.ts'
import { parseInteger } from '../option-parsers.ts'
import { createProgressBar } from '../progress-bar.ts'
import { merchantConnection, onRun, type Run, type Shell } from '../shell.ts'

type ImportOptions = {
  subject?: string
  body?: string
  channel?: Channel[]
  status?: string
  sendAt?: string
  map?: Record<string, string>
  fromRow?: number
  failed?: string
  dryRun?: boolean
  again?: boolean
}

export function addImport(program: Command, shell: Shell): void {
  const command = program
    .command('import')
    .description(
      'Push a message for each row of a CSV file, in batches of 100. An interrupted import is repeated with the same command: each row is pushed once.',
    )
    .summary('Push a message for each row of a CSV file.')
    .argument('<file>', 'a CSV file whose header names the columns')
    .option('--subject <template>', 'the subject; {column} is the cell of the row')
    .option('--body <template>', 'the text; {column} is the cell of the row')
    .addOption(repeatedChoiceOption('--channel <channel>', 'email, sms or whatsapp; may be repeated', channels))
    .option('--status <status>', 'the status of the orders, such as shipped')
    .option('--send-at <time>', 'send at this time')
    .option(
      '--map <field=column>',
      'the column of a field, such as recipient_email=E-Mail; may be repeated',
      collectMap,
    )
    .option('--from-row <number>', 'begin with this row; the one below the header is 1', parseInteger)
    .option('--failed <file>', 'write the rows that failed to this CSV file (default: <file>.failed.csv)')
    .option('--dry-run', 'check every row with a preview, and push nothing')
    .option('--again', 'import a file that was imported more than 23 hours ago once more')
  addExamples(command, [
    ['Check a file first', 'tidings import customers.csv --dry-run'],
    [
      'A file with the columns email, name and order',
      'tidings import customers.csv --subject "{order} has shipped" --body "Hello {name}, it is on its way."',
    ],
    ['Another name of a column', 'tidings import customers.csv --map recipient_email=E-Mail'],
  ])
  onRun<ImportOptions>(command, shell, async (run, file) => importFile(run, file))
}

type Outcome = { pushed: number; failed: FailedRow[] }

async function importFile(run: Run<ImportOptions>, path: string): Promise<void> {
  const { options, output, terminal } = run
  const content = readFileSync(path, 'utf8')
  const file = readCsv(content, path)
  const batches = batchesOf(run, file, digestOf(content))
  const rows = batches.reduce((sum, { size }) => sum + size, 0)
  const connection = merchantConnection(run)
  const client = createClient(connection)
  const progress = createProgressBar(terminal, rows, !output.isJson)
  const statePath = importStatePath(terminal.env, connection, digestOf(batches.map((one) => one.idempotencyKey).join()))
  const state = options.dryRun === true ? null : startedState(run, statePath, rows)
  const outcome: Outcome = { pushed: 0, failed: [] }
  try {
    let done = 0
    for (const batch of batches) {
      const failed = await (options.dryRun === true ? previewRows(run, client, batch) : pushRows(run, client, batch))
      done += batch.size
      outcome.failed.push(...batch.invalid, ...failed)
      outcome.pushed += batch.rows.length - failed.length
      if (state !== null) writeImportState(statePath, { ...state, rows_done: done })
      progress.update(done, outcome.failed.length === 0 ? '' : `${outcome.failed.length} failed`)
    }
  } catch (error) {
    progress.end()
    if (state !== null)
      output.note(`${outcome.pushed} of ${rows} rows are pushed. Repeat the same command to continue.`)
    throw error
  }
  progress.end()
  report(run, path, file, outcome)
}

function batchesOf({ options }: Run<ImportOptions>, { columns, rows }: CsvFile, digest: string): ImportBatch[] {
  const mapping = mapColumns(columns, options.map ?? {})
  if ('problem' in mapping) throw usageError(mapping.problem)
  const { subject, body, channel, status, sendAt, fromRow = 1 } = options
  const defaults: ImportDefaults = {
    ...(subject !== undefined && { subject }),
    ...(body !== undefined && { body }),
    ...(channel !== undefined && { channels: channel }),
    ...(status !== undefined && { order_status: status }),
    ...(sendAt !== undefined && { send_at: sendAt }),
  }
  const known = mapping.fields.filter((field) => field !== null)
  for (const [field, advice] of [
    ['recipient_email', 'Name the column with --map recipient_email=column.'],
    ['subject', 'Give it with --subject, which may contain {column}.'],
    ['body', 'Give it with --body, which may contain {column}.'],
  ] as const)
    if (!known.includes(field) && !(field in defaults)) throw usageError(`The file has no column ${field}.`, advice)
  return importBatches(
    rows.filter(({ number }) => number >= fromRow),
    mapping,
    defaults,
    digest,
  )
}

/** A key is replayed for 24 hours. After that a repetition would push every row again. */
function startedState({ options, now }: Run<ImportOptions>, path: string, rows: number): ImportState {
  const earlier = readImportState(path)
  if (earlier === null || options.again === true) return { started_at: now().toISOString(), rows_done: 0, rows }
  if (isReplayable(earlier, now())) return earlier
  throw usageError(
    `This import began at ${earlier.started_at} and ${earlier.rows_done} of ${earlier.rows} rows were confirmed. It is too late to repeat it safely.`,
    earlier.rows_done < earlier.rows
      ? `Continue with --from-row ${earlier.rows_done + 1} after checking that row with tidings messages list --to, or push every row once more with --again.`
      : 'Push every row once more with --again.',
  )
}

async function pushRows({ signal }: Run<ImportOptions>, client: Tidings, batch: ImportBatch): Promise<FailedRow[]> {
  if (batch.rows.length === 0) return []
  const requests = batch.rows.map(({ request }) => request)
  const { items } = await client.messages.pushBatch(requests, { signal, idempotencyKey: batch.idempotencyKey })
  return items.flatMap(({ index, error }) => {
    if (error === undefined) return []
    // The whole request failed, so the import ends here instead of skipping a hundred rows.
    if (error.cause !== null) throw error.cause
    return [{ row: batch.rows[index]!.row, code: error.code, reason: error.detail ?? error.code }]
  })
}

async function previewRows(
  { signal }: Run<ImportOptions>,
  client: Tidings,
  { rows }: ImportBatch,
): Promise<FailedRow[]> {
  if (rows.length === 0) return []
  const requests = rows.map(({ request }) => request)
  const { results } = await client.messages.previewBatch(requests, { signal })
  return results.flatMap(({ index, ok, error_code: code, detail }) =>
    ok ? [] : [{ row: rows[index]!.row, code: code ?? 'unknown', reason: detail ?? code ?? 'unknown' }],
  )
}

function report(
  { options, output }: Run<ImportOptions>,
  path: string,
  file: CsvFile,
  { pushed, failed }: Outcome,
): void {
  const failedPath = options.failed ?? `${path}.failed.csv`
  if (failed.length > 0) writeFileSync(failedPath, failedCsv(file, failed))
  else rmSync(failedPath, { force: true })
  const isDryRun = options.dryRun === true
  const counts = isDryRun ? { valid: pushed, failed: failed.length } : { pushed, failed: failed.length }
  if (output.isJson) output.writeJson({ ...counts, failed_file: failed.length > 0 ? failedPath : null })
  else
    output.say(
      `${pushed} of ${pushed + failed.length} rows of ${basename(path)} ${isDryRun ? 'are valid' : 'are pushed'}.`,
    )
  if (failed.length > 0)
    throw new CommandError(
      `${failed.length} ${failed.length === 1 ? 'row' : 'rows'} failed: ${failed[0]!.reason}${failed.length > 1 ? ' …' : ''}`,
      exitCodes.incomplete,
      `The reasons are in ${failedPath}, which can be imported after a correction.`,
    )
}

function failedCsv({ columns }: CsvFile, failed: FailedRow[]): string {
  const header = [...columns, 'import_row', 'import_error', 'import_reason']
  const lines = failed
    .toSorted((one, two) => one.row.number - two.row.number)
    .map(({ row, code, reason }) => [...columns.map((_, index) => row.cells[index] ?? ''), row.number, code, reason])
  return [header, ...lines].map(writeCsvLine).join('')
}

function collectMap(value: string, previous: Record<string, string> | undefined): Record<string, string> {
  const [field, column] = [value.slice(0, value.indexOf('=')), value.slice(value.indexOf('=') + 1)]
  if (!value.includes('=') || field === '' || column === '') throw new InvalidArgumentError('It must be field=column.')
  return { ...previous, [field]: column }
}
