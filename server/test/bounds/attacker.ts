import { setPriority } from 'node:os'
import type { Target } from './attack.ts'
import { allAttacks } from './attacks.ts'
import { attackReport } from './exchange.ts'

/** A process that runs one attack until its parent requests the report. Its connections close when it exits. */
const [name, target] = [process.argv[2]!, JSON.parse(process.argv[3]!) as Target]
process.once('message', () => process.send!(attackReport, () => process.exit()))
process.once('disconnect', () => process.exit())
allAttacks.find((attack) => attack.name === name)!.start(target)
// A real attacker has its own machine. Here it must not take processor time from the service and the tenant.
setPriority(10)
process.send!('begun')
