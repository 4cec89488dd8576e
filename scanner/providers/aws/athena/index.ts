import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import workgroupEncryption from './athena_workgroup_encryption.ts'
import workgroupEnforceConfiguration from './athena_workgroup_enforce_configuration.ts'
import workgroupLoggingEnabled from './athena_workgroup_logging_enabled.ts'
import { collect } from './collect.ts'
import type { Athena } from './resources.ts'

export default service<Athena, Aws>({
  name: 'athena',
  scope: 'regional',
  kinds: {
    workgroups: {
      list: ['athena:ListWorkGroups'],
      fields: { details: ['athena:GetWorkGroup'] },
    },
  },
  collect,
  checks: [workgroupEncryption, workgroupEnforceConfiguration, workgroupLoggingEnabled],
})
