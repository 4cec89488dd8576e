import type { PlainService } from './plain.ts'

export const ssm: PlainService = {
  name: 'ssm',
  protocol: 'json',
  target: 'AmazonSSM',
  operations: {
    DescribeInstanceInformation: { list: 'InstanceInformationList' },
    ListDocuments: { list: 'DocumentIdentifiers' },
    DescribeDocumentPermission: { by: 'Name', none: ['InvalidDocument', 400] },
    ListResourceComplianceSummaries: { list: 'ResourceComplianceSummaryItems' },
  },
}
