import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { grafanaDashboard } from './grafana-dashboard.ts'

/** npm run dashboard: writes deploy/grafana/tidings.json. */
const file = join(import.meta.dirname, '../../deploy/grafana/tidings.json')
writeFileSync(file, `${JSON.stringify(grafanaDashboard(), null, 2)}\n`)
