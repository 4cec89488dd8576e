import { service } from '../../../kit/index.ts'
import type { GitHub } from '../client.ts'
import { collect } from './collect.ts'
import workflowSecurityScan from './githubactions_workflow_security_scan.ts'
import type { Workflows } from './resources.ts'

export default service<Workflows, GitHub>({
  name: 'githubactions',
  scope: 'global',
  kinds: {
    workflows: {
      list: ['contents:read', 'metadata:read', 'organization_administration:read'],
      fields: { dangers: [], unclear: [] },
    },
  },
  collect,
  checks: [workflowSecurityScan],
})
