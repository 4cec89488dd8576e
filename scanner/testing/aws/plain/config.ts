import type { PlainService } from './plain.ts'

export const config: PlainService = {
  name: 'config',
  protocol: 'json',
  target: 'StarlingDoveService',
  operations: {
    DescribeConfigurationRecorders: { none: { ConfigurationRecorders: [] } },
    DescribeConfigurationRecorderStatus: { none: { ConfigurationRecordersStatus: [] } },
  },
}
