import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { collect } from './collect.ts'
import type { Ssm } from './resources.ts'
import documentsSetAsPublic from './ssm_documents_set_as_public.ts'
import managedCompliantPatching from './ssm_managed_compliant_patching.ts'

export default service<Ssm, Aws>({
  name: 'ssm',
  scope: 'regional',
  kinds: {
    documents: {
      list: ['ssm:ListDocuments'],
      fields: { shared_with: ['ssm:DescribeDocumentPermission'] },
    },
    patchStates: { list: ['ssm:ListResourceComplianceSummaries'], fields: {} },
  },
  collect,
  checks: [documentsSetAsPublic, managedCompliantPatching],
})
