import { providerTables, tenantTables } from '../../platform/db/index.ts'
import { declareFeature, type SweepServices } from '../feature.ts'
import type { CheckCatalog } from '../checks/index.ts'
import { muteMatching } from './matching-rules.ts'
import { muteRoutes } from './routes.ts'
import { applyRule } from './rule-changes.ts'
import { applyMutelist, ruleSweeps } from './tasks.ts'

export { mutesOf } from './judging.ts'
export { muteMatching } from './matching-rules.ts'
export { insertRule } from './rule-changes.ts'

interface MuteServices extends SweepServices {
  readonly catalog: CheckCatalog
  readonly now: () => number
}

export const feature = declareFeature<MuteServices>({
  name: 'mutes',
  tables: [
    ...tenantTables('weaknesses', 'mute_rules', 'mute_rule_changes', 'processors'),
    ...providerTables('weaknesses', 'mute_rule_findings'),
  ],
  definers: {
    find_ended_mute_rules: 'a worker finds expired mute rules',
    find_unfinished_mute_rules:
      'a worker finds changes of mute rules whose task failed; returns only IDs',
  },
  tasks: [applyMutelist, applyRule, muteMatching],
  endpoints: ({ catalog, now }) => muteRoutes(catalog, now),
  sweeps: ({ atWork, log }) => ruleSweeps(atWork, log),
})
