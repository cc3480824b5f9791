import { configurationPage } from '../../../dashboard/operator/configuration-page.ts'
import { settingsPath } from '../../../dashboard/operator/paths.ts'
import { serviceRoles } from '../../../dashboard/operator/targets.ts'
import { firstShard, isEveryShard, withShard } from '../../../shards.ts'
import type { OperatorRoute, OperatorVisit } from '../routes.ts'
import { showOperatorPage } from './respond.ts'

export const configurationRoutes: OperatorRoute[] = [
  {
    name: 'operator.settings',
    method: 'GET',
    path: settingsPath,
    roles: serviceRoles,
    serve: async (visit) => showOperatorPage(visit, 'settings', 'Settings', configurationPage(configurationOf(visit))),
  },
]

function configurationOf({ context: { displayed, publicUrl, shards } }: OperatorVisit) {
  // A router in front of several cells finds the cell by a shard.
  const addressOf = (path: string): string =>
    publicUrl + (isEveryShard(shards) ? path : withShard(path, firstShard(shards)))
  return { ...displayed, publicUrl, addressOf }
}
