/** Every feature, from the top layer to the bottom: a feature may import those after it. A new one is one line. */
import { type Definers, platformDefiners } from '../platform/db/definers.ts'
import { platformTables, type Table } from '../platform/db/tables.ts'

const modules = await Promise.all([
  import('./saved-views/index.ts'),
  import('./alerts/index.ts'),
  import('./integrations/index.ts'),
  import('./reports/index.ts'),
  import('./overviews/index.ts'),
  import('./compliance/index.ts'),
  import('./tasks/index.ts'),
  import('./schedules/index.ts'),
  import('./finding-groups/index.ts'),
  import('./ingestion/index.ts'),
  import('./scans/index.ts'),
  import('./scan-configurations/index.ts'),
  import('./triage/index.ts'),
  import('./mutes/index.ts'),
  import('./findings/index.ts'),
  import('./recording/index.ts'),
  import('./rollups/index.ts'),
  import('./checks/index.ts'),
  import('./versions/index.ts'),
  import('./resources/index.ts'),
  import('./providers/index.ts'),
  import('./accounts/index.ts'),
  import('./audit/index.ts'),
])

export const features = modules.map(({ feature }) => feature)

const named = (owner: string, tables: readonly Table[]) =>
  tables.map((table) => ({ ...table, owner }))

/** Every table of the database, with the folder of `server/features` or `server/platform` that writes it. */
export const tables = [
  ...Object.entries(platformTables).flatMap(([owner, own]) => named(owner, own)),
  ...features.flatMap((feature) => named(feature.name, feature.tables)),
]

/** The functions that run with the rights of their owner, each with its reason. */
export const definers: Definers = Object.assign(
  {},
  platformDefiners,
  ...features.map((feature) => feature.definers),
)
