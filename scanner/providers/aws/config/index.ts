import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import recorderAllRegionsEnabled from './config_recorder_all_regions_enabled.ts'
import recorderUsingAwsServiceRole from './config_recorder_using_aws_service_role.ts'
import { collect } from './collect.ts'
import type { Config } from './resources.ts'

export default service<Config, Aws>({
  name: 'config',
  scope: 'regional',
  kinds: {
    regions: {
      list: [],
      fields: {
        recorders: ['config:DescribeConfigurationRecorders'],
        statuses: ['config:DescribeConfigurationRecorderStatus'],
      },
    },
    recorders: { list: ['config:DescribeConfigurationRecorders'], fields: {} },
  },
  collect,
  checks: [recorderAllRegionsEnabled, recorderUsingAwsServiceRole],
})
