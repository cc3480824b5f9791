import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/operator.md'), 'utf8')

/** The roles besides admin that the guide for operators lists for each operation, such as `GET /operator/v1/notices`. */
export const documentedRoles = new Map(
  [...guide.matchAll(/^\| `([A-Z]+ \/operator\/v1\S*)` \| ([^|]*)\|/gm)].map(([, route, roles]) => [
    route!,
    roles!.split(',').flatMap((role) => role.trim() || []),
  ]),
)
