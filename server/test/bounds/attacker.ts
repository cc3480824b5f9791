import { setPriority } from 'node:os'
import { attackReport } from './exchange.ts'
import type { Target } from './row.ts'
import { allRows } from './rows.ts'

/** A process that runs one attack until its parent asks for its report; its connections end with it. */
const [name, target] = [process.argv[2]!, JSON.parse(process.argv[3]!) as Target]
process.once('message', () => process.send!(attackReport, () => process.exit()))
process.once('disconnect', () => process.exit())
allRows.find((row) => row.name === name)!.attack(target)
// An attacker has a machine of their own. Here it must not take the processor from the service and the tenant.
setPriority(10)
process.send!('begun')
