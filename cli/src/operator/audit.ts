import type { Command } from 'commander'
import { addExamples } from '../examples.ts'
import { addLimitOption, type ListOptions, takeItems } from '../lists.ts'
import { onRun, type Shell } from '../shell.ts'
import type { Column } from '../table.ts'
import type { components } from './openapi.ts'
import { operatorItems } from './requests.ts'

type Entry = components['schemas']['AuditEntry']
type Notice = components['schemas']['Notice']
type AuditOptions = ListOptions & { business?: string; operator?: string; action?: string }
type NoticeOptions = ListOptions & { business?: string; kind?: string }

const seconds = (at: string): string => at.slice(0, 19).replace('T', ' ')
const auditColumns: Column<Entry>[] = [
  { heading: 'At', value: ({ at }) => seconds(at) },
  { heading: 'Operator', value: ({ operator_name }) => operator_name },
  { heading: 'Action', value: ({ action }) => action },
  { heading: 'Business', value: ({ business_id }) => business_id },
  { heading: 'Target', value: ({ target }) => target },
  { heading: 'After', value: ({ after }) => (after === null ? null : JSON.stringify(after)), shrink: true },
]
const noticeColumns: Column<Notice>[] = [
  { heading: 'At', value: ({ at }) => seconds(at) },
  { heading: 'Kind', value: ({ kind }) => kind },
  { heading: 'Business', value: ({ business_id }) => business_id },
  { heading: 'Detail', value: ({ detail }) => JSON.stringify(detail), shrink: true },
]

export function addAudit(program: Command, shell: Shell): void {
  const command = addLimitOption(
    program
      .command('audit')
      .description('List the changes that operators made, newest first.')
      .option('--business <id>', 'only changes of this business')
      .option('--operator <name>', 'only changes by operators of this name')
      .option('--action <name>', 'only changes by this operation, such as grantCredits'),
  )
  addExamples(command, [
    ['The newest changes', 'tidings audit'],
    ['Grants by one person', 'tidings audit --operator Grace --action grantCredits --limit 100'],
  ])
  onRun<AuditOptions>(command, shell, async (run) => {
    const { business, operator, action, limit } = run.options
    const query = { business_id: business, operator, action }
    run.output.list(
      auditColumns,
      await takeItems(operatorItems<Entry>(run, '/audit', query), limit),
      'There is no such change.',
    )
  })
}

export function addNotices(program: Command, shell: Shell): void {
  const command = addLimitOption(
    program
      .command('notices')
      .description('List what needs the attention of the operator, newest first.')
      .option('--business <id>', 'only notices about this business')
      .option('--kind <kind>', 'only notices of this kind, such as sending_paused'),
  )
  addExamples(command, [
    ['What needs attention', 'tidings notices'],
    ['Businesses that were paused for complaints', 'tidings notices --kind sending_paused'],
  ])
  onRun<NoticeOptions>(command, shell, async (run) => {
    const { business, kind, limit } = run.options
    const items = await takeItems(operatorItems<Notice>(run, '/notices', { business_id: business, kind }), limit)
    run.output.list(noticeColumns, items, 'There is no notice.')
  })
}
