import type { CheckDescription } from '@plumbline/scanner'
import { catalogOf } from '../checks/index.ts'
import { muteMatching } from './matching-rules.ts'
import { muteRoutes } from './routes.ts'
import { applyRule } from './rule-changes.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Log } from '../../platform/log.ts'
import { applyMutelist, ruleSweeps } from './tasks.ts'

export { mutesOf } from './judging.ts'
export { muteMatching } from './matching-rules.ts'
export { applyRule, insertRule } from './rule-changes.ts'
export { applyMutelist } from './tasks.ts'

/** Everything about mutes, for the server's composition. */
export function mutesWith(checks: readonly CheckDescription[], now: () => number) {
  const mutelist = applyMutelist()
  const rule = applyRule()
  const matching = muteMatching(catalogOf(checks))
  return {
    kinds: [mutelist, rule, matching],
    endpoints: muteRoutes(checks, { mutelist, rule, matching }, now),
    sweepsOf: (database: Database, log: Log) => ruleSweeps(database, log, rule),
  }
}
