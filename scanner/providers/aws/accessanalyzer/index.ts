import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import enabled from './accessanalyzer_enabled.ts'
import enabledWithoutFindings from './accessanalyzer_enabled_without_findings.ts'
import { collect } from './collect.ts'
import type { AccessAnalyzer } from './resources.ts'

export default service<AccessAnalyzer, Aws>({
  name: 'accessanalyzer',
  scope: 'regional',
  kinds: {
    regions: { list: [], fields: { analyzers: ['access-analyzer:ListAnalyzers'] } },
    analyzers: {
      list: ['access-analyzer:ListAnalyzers'],
      fields: { findings: ['access-analyzer:ListFindings'] },
    },
  },
  collect,
  checks: [enabled, enabledWithoutFindings],
})
